/** The palette is loaded when it is first asked for; until then only this knows of it. */
let open: () => void = () => undefined;

export function onPaletteAsked(handler: () => void): () => void {
  open = handler;
  return () => {
    open = () => undefined;
  };
}

export const openPalette = (): void => open();
