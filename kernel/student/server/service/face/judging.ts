import { createHash } from 'node:crypto'
import { Refusal } from '#packages/core'
import { NotAnImage, portraitOf } from '#packages/images'
import { faceBytes, facePixels } from '../../../contract.ts'
import type { Quality } from '../../face-change-queries.ts'

/** Terminals want no more, and a smaller picture tells less about a child. */
const storedSide = 1000
const darkest = 50
const brightest = 230
const leastSharpness = 30
/** A little wider than high is a square that somebody has cut by hand. */
const widest = 1.1

export interface JudgedFace {
  /** A JPEG, drawn anew: nothing of what came stays but what one sees. */
  jpeg: Buffer
  quality: Quality
}

/**
 * Whether terminals can use a photograph, as far as that can be measured. Whether there is a face on it, one and from the
 * front, nothing here can tell: whoever reviews it sees that, and the terminals say so.
 */
export async function judgeFace(bytes: Uint8Array): Promise<JudgedFace> {
  if (bytes.length < faceBytes.least) throw new Refusal('照片文件过小，请上传原图')
  if (bytes.length > faceBytes.most) throw new Refusal('照片不能超过2MB')
  const { bytes: jpeg, ...measured } = await portraitOf(bytes, storedSide).catch((error: unknown) => {
    throw error instanceof NotAnImage ? new Refusal('请上传JPG或PNG格式的照片') : error
  })
  const { width, height, sharpness, brightness } = measured
  if (Math.min(width, height) < facePixels) throw new Refusal(`人脸区域过小，照片宽高不少于${facePixels}像素`)
  if (width > height * widest) throw new Refusal('人脸区域过小，请竖拍正面免冠照')
  if (brightness < darkest) throw new Refusal('照片过暗')
  if (brightness > brightest) throw new Refusal('照片过亮')
  if (sharpness < leastSharpness) throw new Refusal('照片过于模糊')
  return { jpeg, quality: { sum: createHash('sha256').update(bytes).digest('hex'), ...measured } }
}
