import { createBrowser, type TestBrowser } from '../browser.ts'
import type { EntityContext } from './entity-context.ts'
import { createPicture } from './sample-values.ts'

const boundary = 'form'
const part = (name: string, value: string) =>
  Buffer.from(`--${boundary}\r\ncontent-disposition: form-data; name="${name}"\r\n\r\n${value}\r\n`)

/** Sends the form of the personal page as a browser does. */
export async function submitPersonalInfo(
  browser: TestBrowser,
  token: string,
  fields: Record<string, string>,
  picture?: Buffer,
) {
  const head = `--${boundary}\r\ncontent-disposition: form-data; name="file"; filename="me.png"\r\ncontent-type: image/png\r\n\r\n`
  const payload = Buffer.concat([
    ...Object.entries(fields).map(([name, value]) => part(name, value)),
    ...(picture ? [Buffer.from(head), picture, Buffer.from('\r\n')] : []),
    Buffer.from(`--${boundary}--\r\n`),
  ])
  const headers = { 'content-type': `multipart/form-data; boundary=${boundary}` }
  const options = { method: 'POST', url: '/api/users/updateInfo', payload, headers } as const
  return (await browser.send(options, token)).json<{ ret: number; msg: string; data: { msgId: string } }>()
}

/** Uploads a picture with that form. */
export async function uploadAvatar({ app }: Pick<EntityContext, 'app'>, token: string) {
  const { ret, msg } = await submitPersonalInfo(createBrowser(app), token, {}, await createPicture())
  if (ret !== 1) throw new Error(msg)
}
