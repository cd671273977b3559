import { defineJob } from '#packages/jobs'
import { openFaceStore } from './face-store.ts'

/** Deletes photos from the object store after the rows no longer refer to them. The nightly sweep finds the rest. */
export const discardFaces = defineJob<{ keys: readonly string[] }>({
  name: 'face.discard',
  title: '删除人脸照片',
  retries: 10,
  isLong: true,
  async handleOutside(outside, { keys }) {
    const objects = await openFaceStore(outside)
    for (const key of keys) await objects.delete(key)
  },
})
