import { infoForm } from '../../contract.ts'
import { getFormErrors } from '#packages/web/core/form-errors.ts'

export const pictureTypes = ['image/jpeg', 'image/png']

/** Checks a picture before it is uploaded; the server checks it again. */
export const getPictureError = (file: Blob): string | undefined =>
  pictureTypes.includes(file.type) ? getFormErrors(infoForm, { file })['file'] : '上传头像图片只能是 JPG 或 PNG 格式!'
