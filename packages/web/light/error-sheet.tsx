import { clearClientErrors, useClientErrors } from '#packages/web/core/client-errors.ts'
import { formatDayTime } from '#packages/web/core/format/time.ts'
import { Button } from './button.tsx'
import { DetailRow, DetailList } from './row.tsx'
import { BottomSheet } from './bottom-sheet.tsx'

/** Newest first, for support. */
export function ErrorSheet({ onClose }: { onClose: () => void }) {
  const errors = useClientErrors((list) => list.errors)
  return (
    <BottomSheet title="异常记录" onClose={onClose}>
      <DetailList>
        {errors
          .map(({ at, component, url, message }, index) => (
            <DetailRow key={index} label={component} secondLine={`${formatDayTime(new Date(at))} ${url}`}>
              {message}
            </DetailRow>
          ))
          .reverse()}
      </DetailList>
      <Button kind="plain" size="task" onClick={clearClientErrors}>
        清空 {errors.length} 条
      </Button>
    </BottomSheet>
  )
}
