import { expect, it } from 'vitest'
import { getPictureError } from './picture-file.ts'

const blob = (bytes: number, type: string) => new Blob([new Uint8Array(bytes)], { type })

it('accepts JPEG and PNG up to one megabyte', () => {
  expect(getPictureError(blob(1024 * 1024, 'image/jpeg'))).toBeUndefined()
  expect(getPictureError(blob(10, 'image/png'))).toBeUndefined()
  expect(getPictureError(blob(1024 * 1024 + 1, 'image/png'))).toBe('上传头像图片大小不能超过 1MB!')
  expect(getPictureError(blob(10, 'image/gif'))).toBe('上传头像图片只能是 JPG 或 PNG 格式!')
})
