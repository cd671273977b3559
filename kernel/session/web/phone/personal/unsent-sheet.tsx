import { BottomSheet } from '#packages/web/light/bottom-sheet.tsx'
import { Button } from '#packages/web/light/button.tsx'

interface Props {
  count: number
  onSignOut: (isDeleting: boolean) => void
  onClose: () => void
}

/** Before a sign-out: something on this device has not reached the server. Only the user decides that it goes. */
export const UnsentSheet = ({ count, onSignOut, onClose }: Props) => (
  <BottomSheet title={`还有${count}份记录没有上传`} onClose={onClose}>
    <p>保留在本机的记录，用本账号在这台手机上再次登录后自动上传，其他人看不到。</p>
    <Button size="task" onClick={onClose}>
      先不退出
    </Button>
    <Button kind="plain" size="task" onClick={() => onSignOut(false)}>
      退出，保留在本机
    </Button>
    <Button kind="withdraw" size="task" onClick={() => onSignOut(true)}>
      退出并删除
    </Button>
  </BottomSheet>
)
