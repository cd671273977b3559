import { useEffect, useRef } from 'react'
import { create } from 'zustand'
import { Button } from '#packages/web/desk/button.tsx'
import styles from './switched-notice.module.css'

const useShown = create(() => ({ isShown: false }))
export const showSwitchedNotice = () => useShown.setState({ isShown: true })

const reload = () => location.reload()

/** This tab shows an organisation that the session has left. The only action is a reload. */
export function SwitchedNotice() {
  const { isShown } = useShown()
  const dialog = useRef<HTMLDialogElement>(null)
  useEffect(() => {
    if (isShown) dialog.current?.showModal()
  }, [isShown])
  if (!isShown) return null
  return (
    <dialog ref={dialog} className={styles['notice']} aria-labelledby="switched" onClose={reload}>
      <h2 id="switched">当前组织已切换</h2>
      <p>您在别的标签页登录了其他账号或切换了机构，请刷新后继续。</p>
      <Button type="primary" onClick={reload}>
        刷新页面
      </Button>
    </dialog>
  )
}
