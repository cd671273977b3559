// Vitest's resolver takes “objects” for “obje.ts”, so the index file is named in full.
import { buffer } from 'node:stream/consumers'
import { getContribution, notFound, type Ctx } from '#packages/core'
import type { ObjectStore } from '#packages/objects/index.ts'

declare module '#packages/core/app.ts' {
  interface Contributions {
    avatarStore: () => Promise<ObjectStore>
  }
}

const openAvatarStore = (ctx: Pick<Ctx, 'app'>) => getContribution(ctx, 'avatarStore')()

export const storeAvatarFile = async (ctx: Pick<Ctx, 'app'>, key: string, bytes: Uint8Array) =>
  (await openAvatarStore(ctx)).put(key, bytes, { contentType: 'image/jpeg' })

export const deleteAvatarFile = async (ctx: Pick<Ctx, 'app'>, key: string) => (await openAvatarStore(ctx)).delete(key)

export async function readAvatarFile(ctx: Pick<Ctx, 'app'>, key: string): Promise<Buffer> {
  const object = await (await openAvatarStore(ctx)).get(key)
  if (!object) throw notFound('头像')
  return buffer(object.body)
}
