import { Link } from 'react-router'
import { NoticeDialog } from '#packages/web/desk/notice-dialog.tsx'
import { showDialog } from '#packages/web/desk/dialog-host.tsx'
import { listRefusedTexts, type BulkResult } from '../user-queries.ts'

/** Lists the people that a bulk action skipped, with the reasons. */
export function showRefused({ refused }: BulkResult) {
  if (refused.length === 0) return
  const [linked, plain] = [refused.filter(({ link }) => link), refused.filter(({ link }) => !link)]
  showDialog((close) => (
    <NoticeDialog title={`${refused.length.toLocaleString()} 人没有处理`} closeLabel="知道了" onClose={close}>
      {linked.map(({ name, reason, link }) => (
        <p key={link!.url}>
          {name}：{reason}{' '}
          <Link to={link!.url} onClick={close}>
            {link!.label}
          </Link>
        </p>
      ))}
      {listRefusedTexts(plain).map((text) => (
        <p key={text}>{text}</p>
      ))}
    </NoticeDialog>
  ))
}
