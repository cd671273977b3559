// Vitest's resolver takes “objects” for “obje.ts”, so the index file is named in full.
import { buffer } from 'node:stream/consumers'
import { notFound } from '#packages/core'
import type { Env } from '#packages/http'
import { createLazyObjectStore } from '#packages/objects/index.ts'

let store = createLazyObjectStore({})

export const configureAvatarStore = (settings: Env) => {
  store = createLazyObjectStore(settings)
}

export const storeAvatarFile = async (key: string, bytes: Uint8Array) =>
  (await store()).put(key, bytes, { contentType: 'image/jpeg' })

export const deleteAvatarFile = async (key: string) => (await store()).delete(key)

export async function readAvatarFile(key: string): Promise<Buffer> {
  const object = await (await store()).get(key)
  if (!object) throw notFound('头像')
  return buffer(object.body)
}
