import { CameraOutlined, UploadOutlined } from '@ant-design/icons'
import { useQueryClient } from '@tanstack/react-query'
import { useRef, useState, type RefObject } from 'react'
import { getErrorMessage } from '#packages/web/core/call-error.ts'
import { Button } from '#packages/web/desk/button.tsx'
import { Dialog } from '#packages/web/desk/dialog.tsx'
import { Glyph } from '#packages/web/desk/glyph.tsx'
import { ErrorNote } from '#packages/web/desk/error-note.tsx'
import { useToast } from '#packages/web/desk/toast.tsx'
import { usePhone } from '#packages/web/desk/use-phone.ts'
import type { FaceItem } from '../../contract.ts'
import { savePaperConsents, sendFaceRemoval, uploadFacePhoto } from '../face-queries.ts'
import { pictureTypes, shrinkPicture } from '../shrink-picture.ts'
import { studentKey } from '../student-tree.ts'
import { FaceDecision } from './face-decision.tsx'
import { FaceFacts } from './face-facts.tsx'
import { FacePhoto } from './face-photo.tsx'
import styles from './face-dialog.module.css'

interface Props {
  items: readonly FaceItem[]
  at: number
  /** Review mode: each decision opens the next photo. */
  isReview: boolean
  onMove: (at: number) => void
  onClose: () => void
}

/** One pupil with photo, state and actions, and links to the previous and next one. */
export function FaceDialog({ items, at, isReview, onMove, onClose }: Props) {
  const [changed, setChanged] = useState<FaceItem>()
  const listed = items[at]!
  const item = changed?.studentId === listed.studentId ? changed : listed
  const client = useQueryClient()
  const toast = useToast()
  const go = (to: number) => to >= 0 && to < items.length && onMove(to)
  const again = () => client.invalidateQueries({ queryKey: studentKey })
  const { isBusy, refusal, run } = useFaceAction(async (message: string, work: () => Promise<Partial<FaceItem>>) => {
    setChanged({ ...item, ...(await work()) })
    toast.success(message)
    await again()
  })
  const decided = async (passes: boolean) => {
    toast.success(passes ? '已判为合格' : '已判为不合格')
    await again()
    if (isReview && at + 1 < items.length) go(at + 1)
    else onClose()
  }
  return (
    <Dialog
      title={item.name}
      size="form"
      busy={isBusy}
      onClose={onClose}
      foot={<PupilPager at={at} count={items.length} onGo={go} />}
    >
      <div className={styles['body']}>
        <FacePhoto key={`${item.studentId}-${item.version}`} item={item} size="large" />
        <div className={styles['side']}>
          <FaceFacts item={item} />
          <ErrorNote message={refusal} />
          {item.hasPhoto && item.state !== 'withdrawn' && (
            <FaceDecision key={item.studentId} item={item} onDecided={decided} onStep={(by) => go(at + by)} />
          )}
          <PhotoActions
            item={item}
            isBusy={isBusy}
            onTake={(file) =>
              run('已上传，等待审核', async () => uploadFacePhoto(item.studentId, await shrinkPicture(file)))
            }
            onPaper={() =>
              run('已登记授权', async () => {
                await savePaperConsents([item.studentId])
                return { hasConsent: true, state: 'none' }
              })
            }
            onRemove={() =>
              run('已删除照片', async () => {
                await sendFaceRemoval(item.studentId)
                return { hasPhoto: false, state: 'none', uploadedAt: null }
              })
            }
          />
        </div>
      </div>
    </Dialog>
  )
}

/** An action that keeps the dialog open and shows its result. */
function useFaceAction<Args extends readonly unknown[]>(work: (...args: Args) => Promise<void>) {
  const [isBusy, setBusy] = useState(false)
  const [refusal, setRefusal] = useState<string>()
  const run = (...args: Args) => {
    setBusy(true)
    setRefusal(undefined)
    void work(...args)
      .catch((error: unknown) => setRefusal(getErrorMessage(error)))
      .finally(() => setBusy(false))
  }
  return { isBusy, refusal, run }
}

function PupilPager({ at, count, onGo }: { at: number; count: number; onGo: (to: number) => void }) {
  const isPhone = usePhone()
  return (
    <div className={styles['steps']}>
      <Button disabled={at === 0} onClick={() => onGo(at - 1)}>
        上一人
      </Button>
      <span>{`${at + 1} / ${count}`}</span>
      <Button disabled={at + 1 >= count} onClick={() => onGo(at + 1)}>
        下一人
      </Button>
      {!isPhone && <span className={styles['keys']}>A 合格　R 不合格　J K 前后</span>}
    </div>
  )
}

interface PhotoActionsProps {
  item: FaceItem
  isBusy: boolean
  onTake: (file: File) => void
  onPaper: () => void
  onRemove: () => void
}

function PhotoActions({ item, isBusy, onTake, onPaper, onRemove }: PhotoActionsProps) {
  const isPhone = usePhone()
  const chosen = useRef<HTMLInputElement>(null)
  const camera = useRef<HTMLInputElement>(null)
  const [isSure, setSure] = useState(false)
  if (!item.hasConsent)
    return (
      <div className={styles['acts']}>
        <p className={styles['note']}>
          监护人同意后才能采集照片。家长可在手机“授权管理”中同意，或由学校登记纸质授权书。
        </p>
        <Button loading={isBusy} onClick={onPaper}>
          登记纸质授权
        </Button>
      </div>
    )
  return (
    <div className={styles['acts']}>
      {isPhone && (
        <Button
          type={item.hasPhoto ? 'default' : 'primary'}
          icon={<Glyph of={CameraOutlined} />}
          loading={isBusy}
          onClick={() => camera.current?.click()}
        >
          {item.hasPhoto ? '重拍' : '拍照'}
        </Button>
      )}
      <Button icon={<Glyph of={UploadOutlined} />} loading={isBusy} onClick={() => chosen.current?.click()}>
        {item.hasPhoto ? '更换照片' : '上传照片'}
      </Button>
      {item.hasPhoto && !isSure && (
        <Button type="text" danger disabled={isBusy} onClick={() => setSure(true)}>
          删除照片
        </Button>
      )}
      {item.hasPhoto && isSure && (
        <Button danger loading={isBusy} onClick={onRemove}>
          确认删除
        </Button>
      )}
      <p className={styles['note']}>正面免冠、光线均匀，JPG 或 PNG，宽高不少于 320 像素</p>
      <PictureInput input={chosen} label="照片文件" onTake={onTake} />
      <PictureInput input={camera} label="拍摄照片" onTake={onTake} capture />
    </div>
  )
}

interface InputProps {
  input: RefObject<HTMLInputElement | null>
  label: string
  capture?: boolean
  onTake: (file: File) => void
}
const PictureInput = ({ input, label, capture = false, onTake }: InputProps) => (
  <input
    ref={input}
    type="file"
    hidden
    aria-label={label}
    accept={pictureTypes}
    // The rear camera, because the user photographs somebody else.
    {...(capture && { capture: 'environment' as const })}
    onChange={({ target }) => {
      const [file] = target.files ?? []
      if (file) onTake(file)
      // Allows choosing the same file again.
      target.value = ''
    }}
  />
)
