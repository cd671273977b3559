import { useState } from 'react'
import { z } from 'zod'
import { formatFileSize } from '#packages/web/core/format/file-size.ts'
import { AttachmentField } from '../attachments/attachment-field.tsx'
import { AttachmentRows } from '../attachments/attachment-rows.tsx'
import type { UploadRow } from '../attachments/file-row.ts'
import { Button } from '../button.tsx'
import type { ControlProps } from '../form/controls/control-props.ts'
import { FormDialog } from '../form/form-dialog.tsx'
import { FormRow } from '../form/form-row.tsx'
import type { FormSpec } from '../form/form-spec.ts'
import { useToast } from '../toast.tsx'
import { usePhone } from '../use-phone.ts'
import { showViewer } from '../viewer/show-viewer.ts'
import { createSampleImage } from './sample-image.ts'
import letter from './letter.pdf?url&no-inline'
import { PieceHead, Section } from './showcase/piece-head.tsx'
import styles from './showcase.module.css'

const photo = createSampleImage(640, 480, '操场')
const row = (key: string, name: string, state: UploadRow['state'], part: Partial<UploadRow> = {}): UploadRow => ({
  key,
  name,
  state,
  size: '2.4 M',
  progress: 1,
  statusText: '',
  isPaused: false,
  ...part,
})

const uploadRows = [
  row('1', '2026年冬季校园安全工作自查表（明湖区第二实验小学东校区）.xlsx', 'moving', {
    size: '12.8 M',
    progress: 0.35,
    statusText: '35%，剩余约 20 秒',
  }),
  row('2', '升旗仪式.mp4', 'resting', { size: '86 M', progress: 0.62, statusText: '已暂停 62%', isPaused: true }),
  row('3', '食堂.jpg', 'resting', { progress: 0.1, statusText: '网络已断开，恢复后继续', picture: photo }),
  row('4', '责任书.docx', 'checking', { size: '46 KB', statusText: '正在检查' }),
  row('5', '通知.pdf', 'failed', { statusText: '上传失败，请重试' }),
  row('6', '名单.xls', 'refused', { statusText: '文件未通过安全检查，已删除' }),
  row('7', '操场.jpg', 'done', { picture: photo }),
]

const schema = z.object({ reason: z.string().min(1, '请输入说明'), files: z.array(z.string()).max(9, '附件不超过9个') })
const form: FormSpec<z.infer<typeof schema>> = {
  schema,
  initial: () => ({ reason: '', files: [] }),
  sections: [
    {
      fields: [
        { name: 'reason', label: '说明', kind: 'textarea', required: true },
        { name: 'files', label: '附件', kind: 'custom', draw: (props) => <Sample {...props} rows={[]} /> },
      ],
    },
  ],
}

/** Files of a form in every state, and files to read. Without a server. */
export default function AttachmentsGallery() {
  const [isOpen, setOpen] = useState(false)
  const toast = useToast()
  const isPhone = usePhone()
  const read = [row('a', '明教办〔2026〕15号 正文.pdf', 'done', { size: '4.6 KB' }), uploadRows[6]!]
  const plain = { name: 'files', isPhone, isRequired: false, isFilled: false, options: [], none: [] }
  const silent = { placeholder: undefined, value: [], onChange: () => {}, onPending: () => {} }
  return (
    <div className={styles['page']}>
      <PieceHead title="附件" />
      {[[], uploadRows].map((rows) => (
        <Section key={rows.length} title={rows.length === 0 ? '还没有文件' : '各种状态'}>
          <FormRow label="附件">{(control) => <Sample {...plain} {...silent} control={control} rows={rows} />}</FormRow>
        </Section>
      ))}
      <Section title="在表单里">
        <div className={styles['row']}>
          <Button onClick={() => setOpen(true)}>填写</Button>
        </div>
      </Section>
      <Section title="只读">
        <AttachmentRows
          rows={read.map((one) => ({ ...one, userName: '陈国栋' }))}
          onOpen={(key) => void showViewer(items, key === 'a' ? 0 : 1)}
          onDownload={() => toast.success('这里没有可以下载的文件')}
          onDownloadAll={() => toast.success('已加入任务，完成后通知您')}
        />
      </Section>
      {isOpen && (
        <FormDialog title="反馈问题" form={form} submit={() => Promise.resolve()} onClose={() => setOpen(false)} />
      )}
    </div>
  )
}

const items = [
  { name: '明教办〔2026〕15号 正文.pdf', url: letter, kind: 'pdf' as const, size: 4686 },
  { name: '操场.jpg', url: photo, kind: 'image' as const },
]

/** Accepts every file at once. */
function Sample({ rows: first, onChange, ...props }: ControlProps & { rows: readonly UploadRow[] }) {
  const [rows, setRows] = useState(first)
  const put = (next: readonly UploadRow[]) => {
    setRows(next)
    onChange(next.map(({ key }) => key))
  }
  const change = (key: string, part: Partial<UploadRow>) =>
    put(rows.map((one) => (one.key === key ? { ...one, ...part } : one)))
  return (
    <AttachmentField
      {...props}
      rows={rows}
      accept=""
      hint="单个不超过 100MB，最多 9 个"
      hasRoom={rows.length < 9}
      onFiles={(files) => {
        const accepted = files.filter(({ name }) => !name.endsWith('.exe'))
        const added = accepted.map(({ name, size }) =>
          row(`${name} ${size}`, name, 'done', { size: formatFileSize(size) }),
        )
        put([...rows, ...added])
        return files.filter((file) => !accepted.includes(file)).map(({ name }) => `${name}：不支持的文件类型：exe`)
      }}
      onOpen={() => void showViewer(items, 1)}
      onRemove={(key) => put(rows.filter((one) => one.key !== key))}
      onPause={(key) => change(key, { state: 'resting', isPaused: true, statusText: '已暂停' })}
      onStart={(key) => change(key, { state: 'moving', isPaused: false, statusText: '上传中' })}
      onMove={(key, to) => {
        const others = rows.filter((one) => one.key !== key)
        put([...others.slice(0, to), rows.find((one) => one.key === key)!, ...others.slice(to)])
      }}
    />
  )
}
