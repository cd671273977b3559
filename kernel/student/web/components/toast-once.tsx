import { useEffect, useEffectEvent } from 'react'
import { useToast } from '#packages/web/desk/toast.tsx'

/** What the server adds to 已保存, said where only a dialog can be opened from. */
export function ToastOnce({ message, onShown }: { message: string; onShown: () => void }) {
  const toast = useToast()
  const show = useEffectEvent(() => {
    toast.success(message)
    onShown()
  })
  useEffect(() => show(), [])
  return null
}
