import type { FieldControlProps } from '#packages/web/core/field-control.ts'
import type { Attachment } from '../../contract.ts'
import Attachments from './attachments.tsx'

/** The control of a field of files. */
export default function FilesControl({ known, max, orgId: _, ...props }: FieldControlProps) {
  return (
    <Attachments
      {...props}
      {...(max !== undefined && { maxFiles: max })}
      {...(known !== undefined && { known: known as readonly Attachment[] })}
    />
  )
}
