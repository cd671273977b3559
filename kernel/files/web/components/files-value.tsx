import type { FieldValueProps } from '#packages/web/core/field-control.ts'
import type { Attachment } from '../../contract.ts'
import AttachmentList from './attachment-list.tsx'

/** The files of a field `files` in the detail of a row. */
export default function FilesValue({ value, rowName }: FieldValueProps) {
  return <AttachmentList files={value as readonly Attachment[]} zipName={rowName} />
}
