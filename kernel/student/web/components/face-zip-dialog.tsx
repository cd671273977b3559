import { InboxOutlined } from '@ant-design/icons'
import { useRef, useState } from 'react'
import { Button } from '#packages/web/desk/button.tsx'
import { Dialog } from '#packages/web/desk/dialog.tsx'
import { Glyph } from '#packages/web/desk/glyph.tsx'
import { ErrorNote } from '#packages/web/desk/error-note.tsx'
import { ProgressBar } from '#packages/web/desk/progress-bar.tsx'
import { useSubmit } from '#packages/web/desk/use-submit.ts'
import { faceZipBytes } from '../../contract.ts'
import { uploadFaceZip } from '../face-queries.ts'
import styles from './face-zip.module.css'

interface Props {
  orgId: string | null
  /** Called when the upload is complete and the task has started. */
  onSent: (taskId: string) => void
  onClose: () => void
}

const megabyte = 1024 * 1024

/** Uploads photos of many pupils in one zip. */
export function FaceZipDialog({ orgId, onSent, onClose }: Props) {
  const input = useRef<HTMLInputElement>(null)
  const [percent, setPercent] = useState<number>()
  const [wrong, setWrong] = useState<string>()
  const { isBusy, refusal, send } = useSubmit()
  const take = (file: File) => {
    setWrong(undefined)
    if (!/\.zip$/i.test(file.name)) return setWrong('请选择zip格式的压缩包')
    if (file.size > faceZipBytes.most) return setWrong(`压缩包不能超过${faceZipBytes.most / megabyte}MB，请分批上传`)
    setPercent(0)
    void send(async () => onSent(await uploadFaceZip(file, orgId, setPercent)))
  }
  return (
    <Dialog
      title="批量上传照片"
      size="form"
      busy={isBusy}
      onClose={onClose}
      foot={
        <Button disabled={isBusy} onClick={onClose}>
          取消
        </Button>
      }
    >
      <ErrorNote message={wrong ?? refusal} />
      {isBusy ? (
        <div className={styles['sending']} role="status">
          <p>正在上传压缩包，请不要关闭窗口…</p>
          <ProgressBar label="上传进度" percent={percent} className={styles['bar']} />
        </div>
      ) : (
        <button type="button" className={styles['drop']} data-first="" onClick={() => input.current?.click()}>
          <Glyph of={InboxOutlined} />
          选择zip压缩包
        </button>
      )}
      <ul className={styles['rules']}>
        <li>每张照片以学籍号或校内学号命名，如 G330106201503120019.jpg，可放在文件夹里</li>
        <li>JPG 或 PNG，单张不超过 2MB，宽高不少于 320 像素</li>
        <li>未取得监护人授权的学生，照片不会保存</li>
        <li>压缩包加密传送和存放，处理完立即删除</li>
      </ul>
      <input
        ref={input}
        type="file"
        hidden
        aria-label="照片压缩包"
        accept=".zip,application/zip"
        onChange={({ target }) => {
          const [file] = target.files ?? []
          if (file) take(file)
          target.value = ''
        }}
      />
    </Dialog>
  )
}
