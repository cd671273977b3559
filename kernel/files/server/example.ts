import { newId, type Actor, type App, type Ctx } from '#packages/core'
import type { Cells } from '#packages/db'
import { releaseFiles } from './service/claims.ts'
import { storeFile } from './service/store-files.ts'

interface Installation {
  app: App
  cells: Cells
  as<T>(actor: Actor, work: (ctx: Ctx) => Promise<T>): Promise<T>
}

/** An uploaded text file of the actor that nothing refers to yet. */
export async function aFile({ app, cells, as }: Installation, actor: Actor, name = '通知.txt'): Promise<string> {
  const { districtId, personId, orgId } = actor
  const owner = { kind: 'example', id: newId() }
  const file = { name, kind: 'txt', content: '通知', owner, personId, orgId } as const
  const id = await storeFile({ app, cells, districtId, now: new Date() }, file)
  await as(actor, (ctx) => releaseFiles(ctx, owner))
  return id
}
