import { BottomSheet } from '#packages/web/light/bottom-sheet.tsx'
import { LinkList, LinkRow } from '#packages/web/light/row.tsx'
import type { TaskForm } from '../task-forms.ts'

interface Props {
  forms: readonly TaskForm[]
  onForm: (form: TaskForm) => void
  onClose: () => void
}

/** What else can be done to a request: each has a form. */
export const MoreSheet = ({ forms, onForm, onClose }: Props) => (
  <BottomSheet title="更多" onClose={onClose}>
    <LinkList>
      {forms.map((form) => (
        <LinkRow
          key={form.key}
          label={form.label}
          onClick={() => {
            onClose()
            onForm(form)
          }}
        />
      ))}
    </LinkList>
  </BottomSheet>
)
