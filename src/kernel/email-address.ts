/** As it is stored and looked for: what looks the same is the same (Unicode NFC), however it was typed. */
export function composedAddress(email: string): string {
  return email.normalize('NFC');
}

/** The account that an address names, whatever its case. */
export function accountOf(email: string): string {
  return composedAddress(email).toLowerCase();
}
