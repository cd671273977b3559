import { defineJob } from '#packages/jobs'
import { openFaceStore } from './face-store.ts'

/** Takes photographs out of the bucket, after the rows have let go of them. What is left after all is found at night. */
export const discardFaces = defineJob<{ keys: readonly string[] }>({
  name: 'face.discard',
  title: '删除人脸照片',
  retries: 10,
  isLong: true,
  async handleOutside(_outside, { keys }) {
    const objects = await openFaceStore()
    for (const key of keys) await objects.delete(key)
  },
})
