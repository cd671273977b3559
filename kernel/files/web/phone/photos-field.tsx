import type { PhoneControlProps } from '#packages/web/core/field-control.ts'
import { UploadField } from './files-field.tsx'

/** Photographs of a form on a phone: from the camera or the album, made smaller and without their place. */
export default function PhotosField(props: PhoneControlProps) {
  return <UploadField {...props} isPhotos />
}
