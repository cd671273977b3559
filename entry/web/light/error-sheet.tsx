import { clearErrors, useErrorList } from '#packages/web/core/error-list.ts'
import { dayTime } from '#packages/web/core/format/time.ts'
import { Button } from '#packages/web/light/button.tsx'
import { Row, Rows } from '#packages/web/light/row.tsx'
import { Sheet } from '#packages/web/light/sheet.tsx'

/** The newest first, for whoever is asked about it. */
export function ErrorSheet({ onClose }: { onClose: () => void }) {
  const errors = useErrorList((list) => list.errors)
  return (
    <Sheet title="异常记录" onClose={onClose}>
      <Rows>
        {errors
          .map(({ at, component, url, message }, place) => (
            <Row key={place} label={component} second={`${dayTime(new Date(at))} ${url}`}>
              {message}
            </Row>
          ))
          .reverse()}
      </Rows>
      <Button kind="plain" size="task" onClick={clearErrors}>
        清空 {errors.length} 条
      </Button>
    </Sheet>
  )
}
