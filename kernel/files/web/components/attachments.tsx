import { useQuery } from '@tanstack/react-query'
import { AttachmentField } from '#packages/web/desk/attachments/attachment-field.tsx'
import type { ControlProps } from '#packages/web/desk/form/controls/control-props.ts'
import type { Attachment, FileKind } from '../../contract.ts'
import { fileLimitsQuery } from '../queries.ts'
import { showFiles } from '../show-files.ts'
import { narrowLimits, toAcceptAttribute, useUploadField } from '../upload/use-upload-field.ts'
import { toUploadRow } from './upload-rows.ts'

interface Props extends ControlProps {
  /** What the files are, if not 附件. */
  label?: string
  /** A lower limit than that of the organisation. */
  maxFiles?: number
  /** Only files of this kind. */
  only?: FileKind
  /** Files that are loaded already, so that they are not fetched. */
  known?: readonly Attachment[]
}

const noFiles: readonly Attachment[] = []
const MB = 1024 * 1024

/** The files of a form. The value is the list of ids; running uploads block the form. */
export default function Attachments(props: Props) {
  const { control, name, isPhone, isRequired, label, value, maxFiles = Infinity, known = noFiles, only } = props
  const { onChange, onPending } = props
  const { data } = useQuery(fileLimitsQuery)
  const limits = data && narrowLimits(data, maxFiles, only)
  const { container, list, entries, lost, stored } = useUploadField({
    value: value as readonly string[],
    known,
    onChange,
    onPending,
  })
  return (
    <div ref={container}>
      <AttachmentField
        control={control}
        name={name}
        {...(label && { label })}
        isPhone={isPhone}
        isRequired={isRequired}
        rows={entries.map(toUploadRow)}
        accept={toAcceptAttribute(limits)}
        hint={limits ? `单个不超过 ${Math.floor(limits.maxBytes / MB)}MB，最多 ${limits.maxFiles} 个` : '正在准备上传'}
        notes={lost}
        hasRoom={limits !== undefined && entries.length < limits.maxFiles}
        onFiles={(files) => (limits ? list.add(files, limits) : ['正在准备上传，请稍后再试'])}
        onOpen={(key) => {
          const file = entries.find((entry) => entry.key === key)?.view.file
          if (file) void showFiles(stored, stored.indexOf(file))
        }}
        onRemove={list.remove}
        onMove={list.move}
        onPause={list.pause}
        onStart={list.start}
      />
    </div>
  )
}
