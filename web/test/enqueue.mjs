/** Fills in the form and sends it; ends on the page of the new job. @returns its id */
export async function enqueueByForm(page, { queue, handler, payload }) {
  await page.getByRole('button', { name: 'Enqueue' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel('Queue').fill(queue);
  await dialog.getByRole('combobox', { name: 'Handler' }).click();
  await page.getByRole('option', { name: handler, exact: true }).click();
  await dialog.getByRole('textbox', { name: 'Payload' }).fill(JSON.stringify(payload));
  await dialog.getByRole('button', { name: 'Enqueue' }).click();
  await page.waitForURL(/\/jobs\/[0-9a-f-]{36}$/);
  return page.url().split('/').at(-1);
}
