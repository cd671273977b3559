// Vitest's resolver takes “objects” for “obje.ts”, so the front door is named in full.
import { buffer } from 'node:stream/consumers'
import { notFound } from '#packages/core'
import type { Env } from '#packages/http'
import { objectsOnDemand } from '#packages/objects/index.ts'

let store = objectsOnDemand({})

export const configurePictures = (settings: Env) => {
  store = objectsOnDemand(settings)
}

export const storePicture = async (key: string, bytes: Uint8Array) =>
  (await store()).put(key, bytes, { contentType: 'image/jpeg' })

export const dropPicture = async (key: string) => (await store()).delete(key)

export async function readPicture(key: string): Promise<Buffer> {
  const object = await (await store()).get(key)
  if (!object) throw notFound('头像')
  return buffer(object.body)
}
