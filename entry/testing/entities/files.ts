import { callApi, type EntityReader, type WireRecord } from './entity-context.ts'
import { createPicture } from './sample-values.ts'

/** A picture of one person and a text of another. */
export const readAttachments: EntityReader = async (context) => {
  const { chief, head } = context
  const picture = await createPicture()
  const text = Buffer.from('通知正文。'.repeat(300))
  const one = await context.upload(chief, '校徽.png', picture)
  const two = await context.upload(head, '通知.txt', text)
  const read = (token: string, id: string) => callApi(context, token, `files/detail?id=${id}`)
  const item = async (token: string, id: string) =>
    (await callApi<WireRecord[]>(context, token, 'files/items', { ids: [id] }))[0]!
  const names = await context.database.sql<{ id: string; name: string }>(
    'select id, name from tenant.person where id = any($1)',
    [[chief.personId, head.personId]],
  )
  const nameOf = (personId: string) => names.find(({ id }) => id === personId)!.name
  const links = (wire: WireRecord, url: string, downloadUrl: string) => {
    for (const name of [url, downloadUrl])
      if (!/^https?:/.test(String(wire[name]))) throw new Error(`${name} is no link`)
    return wire
  }
  return [
    {
      entity: 'Attachment',
      fields: ['fid', 'fName', 'fPath', 'fSize', 'fIcon', 'fUrl', 'fDownUrl', 'fileSize', 'fUserName'],
      made: ['fUrl', 'fDownUrl', 'fSize', 'fileSize'],
      records: [
        {
          wire: links(await read(chief.token, one), 'fUrl', 'fDownUrl'),
          typed: {
            fid: one,
            fName: '校徽.png',
            fPath: `files/${one}.png`,
            fIcon: 'image',
            fUserName: nameOf(chief.personId),
          },
        },
        {
          wire: links(await read(head.token, two), 'fUrl', 'fDownUrl'),
          typed: {
            fid: two,
            fName: '通知.txt',
            fPath: `files/${two}.txt`,
            fIcon: 'txt',
            fSize: text.length,
            fUserName: nameOf(head.personId),
          },
        },
      ],
    },
    {
      entity: 'File item',
      fields: ['name', 'path', 'url', 'downUrl'],
      made: ['url', 'downUrl'],
      records: [
        {
          wire: links(await item(chief.token, one), 'url', 'downUrl'),
          typed: { name: '校徽.png', path: `files/${one}.png` },
        },
        {
          wire: links(await item(head.token, two), 'url', 'downUrl'),
          typed: { name: '通知.txt', path: `files/${two}.txt` },
        },
      ],
    },
  ]
}
