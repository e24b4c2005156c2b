/** The palette is loaded when it is first asked for; until then only this knows of it. */
let open: () => void = () => undefined;

export function onPaletteAsked(handler: () => void): () => void {
  const before = open;
  open = handler;
  return () => {
    if (open === handler) open = before;
  };
}

export const openPalette = (): void => open();
