import { DownloadOutlined } from '@ant-design/icons'
import { Button } from '#packages/web/desk/button.tsx'
import { Glyph } from '#packages/web/desk/glyph.tsx'
import { useWrongRows } from './use-wrong-rows.ts'
import card from './card.module.css'

/** At the end of the footer, while rows are left. */
export function WrongRowsButton({ id }: { id: string }) {
  const { isBusy, downloadWrongRows } = useWrongRows(id)
  return (
    <Button
      type="text"
      className={card['right']!}
      icon={<Glyph of={DownloadOutlined} />}
      loading={isBusy}
      onClick={downloadWrongRows}
    >
      下载错误行
    </Button>
  )
}
