import { useEffect, useMemo, useState } from 'react'
import { sessionApi } from '../../../contract.ts'
import { call, callRaw } from '#packages/web/core/call.ts'
import { getErrorMessage } from '#packages/web/core/call-error.ts'
import { usePageTitle } from '#packages/web/core/page-title.ts'
import { updateSessionUser, useSession } from '#packages/web/core/session.ts'
import { Bar } from '#packages/web/light/bar.tsx'
import { Button } from '#packages/web/light/button.tsx'
import { Card } from '#packages/web/light/card.tsx'
import { Foot } from '#packages/web/light/foot.tsx'
import { LightPage } from '#packages/web/light/page.tsx'
import { useToast } from '#packages/web/light/use-toast.tsx'
import { getPictureError, pictureTypes } from '../../forms/picture-file.ts'
import { FormError } from '../sign-in/form-error.tsx'
import styles from './personal.module.css'

/** /studentMain/picture: the current picture, or the chosen one before it is uploaded. */
export default function PicturePage() {
  usePageTitle('更换头像')
  const user = useSession((session) => session.user)
  const { showMessage, showWarning, toast } = useToast()
  const [file, setFile] = useState<File>()
  const [wrong, setWrong] = useState<string>()
  const [busy, setBusy] = useState(false)
  const stored = useOwnPicture(Boolean(user?.avatar))
  const url = useObjectUrl(file ?? stored)
  const choose = (chosen: File | undefined) => {
    if (!chosen) return
    const message = getPictureError(chosen)
    setWrong(message)
    setFile(message ? undefined : chosen)
  }
  const save = async () => {
    if (!file) return setWrong('请先选择图片')
    setBusy(true)
    try {
      await call(sessionApi.updateInfo, { body: { fSex: '', fPhone: '', fidCard: '', file }, noTimeout: true })
      updateSessionUser({ avatar: sessionApi.avatar.path })
      showMessage('头像已保存')
    } catch (error) {
      setWrong(getErrorMessage(error))
      showWarning(getErrorMessage(error))
    } finally {
      setBusy(false)
    }
  }
  return (
    <LightPage
      head={<Bar title="更换头像" back="/studentMain/index?tab=me" help="families-home" />}
      dock={
        <>
          {toast}
          <Foot>
            <Button size="task" busy={busy && '正在保存…'} onClick={() => void save()}>
              保存
            </Button>
          </Foot>
        </>
      }
    >
      <Card>
        <div className={styles['picture']}>
          <span className={styles['avatar']} aria-hidden="true">
            {url ? <img src={url} alt="" width={96} height={96} /> : user?.realName.slice(0, 1)}
          </span>
          <label className={styles['choose']}>
            选择图片
            <input
              type="file"
              accept={pictureTypes.join(',')}
              onChange={({ target }) => {
                choose(target.files?.[0])
                // Allows the same file to be chosen again.
                target.value = ''
              }}
            />
          </label>
          <p className={styles['hint']}>JPG 或 PNG，不超过 1MB，建议 100×100 像素</p>
          <FormError message={wrong} />
        </div>
      </Card>
    </LightPage>
  )
}

/** The route needs the session token, which a plain <img> cannot send. */
function useOwnPicture(isThere: boolean) {
  const [picture, setPicture] = useState<Blob>()
  useEffect(() => {
    if (!isThere) return
    const controller = new AbortController()
    callRaw(sessionApi.avatar, { query: { t: String(Date.now()) }, signal: controller.signal }).then(
      setPicture,
      () => {},
    )
    return () => controller.abort()
  }, [isThere])
  return picture
}

function useObjectUrl(blob: Blob | undefined) {
  const url = useMemo(() => blob && URL.createObjectURL(blob), [blob])
  useEffect(() => () => void (url && URL.revokeObjectURL(url)), [url])
  return url
}
