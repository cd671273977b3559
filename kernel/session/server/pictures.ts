// Vitest's resolver takes “objects” for “obje.ts”, so the front door is named in full.
import { buffer } from 'node:stream/consumers'
import { notFound } from '#packages/core'
import type { Env } from '#packages/http'
import { ensureBucket, openObjects, s3Settings, type ObjectStore } from '#packages/objects/index.ts'

let env: Env = {}
let opened: Promise<ObjectStore> | undefined

export const configurePictures = (settings: Env) => {
  env = settings
  opened = undefined
}

/** Opened when it is first needed: most processes never need it. */
const store = () => (opened ??= open())

async function open() {
  const objects = openObjects(env)
  if (env['QIMING_S3_ENDPOINT']) await ensureBucket(s3Settings(env))
  return objects
}

export const storePicture = async (key: string, bytes: Uint8Array) =>
  (await store()).put(key, bytes, { contentType: 'image/jpeg' })

export const dropPicture = async (key: string) => (await store()).delete(key)

export async function readPicture(key: string): Promise<Buffer> {
  const object = await (await store()).get(key)
  if (!object) throw notFound('头像')
  return buffer(object.body)
}
