import { UploadOutlined } from '@ant-design/icons'
import { useRef, useState } from 'react'
import { Button } from '#packages/web/desk/button.tsx'
import { FieldFormRow } from '#packages/web/desk/form/form-row.tsx'
import { Glyph } from '#packages/web/desk/glyph.tsx'
import { AvatarImage } from '#packages/web/desk/avatar-image.tsx'
import Avatar from './avatar.tsx'
import { getPictureError, pictureTypes } from '../forms/picture-file.ts'
import styles from './picture-row.module.css'

interface Props {
  name: string
  file: File | undefined
  onChange: (file: File | undefined) => void
}

/** The current picture, or the chosen one before it is uploaded. */
export function PictureRow({ name, file, onChange }: Props) {
  const input = useRef<HTMLInputElement>(null)
  const [error, setError] = useState<string>()
  const choose = (chosen: File | undefined) => {
    if (!chosen) return
    const wrong = getPictureError(chosen)
    setError(wrong)
    onChange(wrong ? undefined : chosen)
  }
  return (
    <FieldFormRow
      name={'file'}
      label={'头像'}
      width={'fit'}
      isGroup={true}
      isRequired={false}
      error={error}
      hint={file ? '保存后生效' : 'JPG 或 PNG，不超过 1MB'}
    >
      {({ 'aria-describedby': describedBy }) => (
        <div className={styles['row']}>
          {file ? <AvatarImage blob={file} initial={name.slice(0, 1)} size={80} /> : <Avatar size={80} />}
          <Button
            icon={<Glyph of={UploadOutlined} />}
            aria-describedby={describedBy}
            onClick={() => input.current?.click()}
          >
            更换头像
          </Button>
          <input
            ref={input}
            type="file"
            hidden
            aria-label="头像文件"
            accept={pictureTypes.join(',')}
            onChange={({ target }) => {
              choose(target.files?.[0])
              // Allows the same file to be chosen again.
              target.value = ''
            }}
          />
        </div>
      )}
    </FieldFormRow>
  )
}
