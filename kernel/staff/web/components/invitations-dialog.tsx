import { Button } from '#packages/web/desk/button.tsx'
import { Dialog } from '#packages/web/desk/dialog.tsx'
import type { InvitationLink } from '../invitations.ts'
import { InvitationLinks, LinkButtons } from './invitation-links.tsx'

interface Props {
  invited: readonly InvitationLink[]
  onClose: () => void
}

/** One link per person, to hand over. They are shown once. */
export const InvitationsDialog = ({ invited, onClose }: Props) => (
  <Dialog
    title={invited.length > 1 ? `邀请开通账号：${invited.length} 人` : '邀请开通账号'}
    size="form"
    onClose={onClose}
    foot={
      <>
        <LinkButtons invited={invited} />
        <Button type="primary" data-first="" onClick={onClose}>
          完成
        </Button>
      </>
    }
  >
    <InvitationLinks invited={invited} />
  </Dialog>
)
