import type { FieldControlProps } from '#packages/web/core/field-control.ts'
import type { Attachment } from '../../contract.ts'
import Attachments from './attachments.tsx'

/** The control of a field `files` of an entity. */
export default function FilesControl({ known, max, orgId: _, ...props }: FieldControlProps) {
  const files = (known ?? []) as readonly Attachment[]
  return <Attachments {...props} known={files} {...(max && { maxFiles: max })} />
}
