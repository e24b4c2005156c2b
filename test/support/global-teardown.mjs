export default async function globalTeardown() {
  await globalThis.rotaTestServer?.stop();
}
