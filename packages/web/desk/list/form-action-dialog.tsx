import { useState } from 'react'
import { ConfirmAction } from '../confirm-action.tsx'
import { FormDialog } from '../form/form-dialog.tsx'
import { findStepUpChallenge, type StepUpProof, type StepUpChallenge } from '../step-up.tsx'
import { getConfirmLabel, getActionTitle, ActionPreviewPanel, getActionVerb } from './action-preview.tsx'
import { StepUpDialog } from './step-up-dialog.tsx'
import type { FormAction, ListSpec, ActionPreview, RowWithId, DoneMessage, Targets, UndoAction } from './list-spec.ts'

type ListLabels<Row extends RowWithId> = Pick<ListSpec<Row>, 'noun' | 'name'>

interface Props<Row extends RowWithId, Values extends object> {
  action: FormAction<Row, Values>
  targets: Targets
  count: number
  rows: readonly Row[]
  labels: ListLabels<Row>
  onDone: (result: DoneMessage, undo: UndoAction | void) => void
  onClose: () => void
}

interface PreviewedValues<Values> {
  values: Values
  preview: ActionPreview
}

interface PendingStepUp<Values> {
  challenge: StepUpChallenge
  values: Values
  count: number
}

/** An action with a form: the form, then the preview with its values, if there is one. */
export function FormActionDialog<Row extends RowWithId, Values extends object>(props: Props<Row, Values>) {
  const { action, targets, count, rows, labels, onDone, onClose } = props
  // As it was when it opened: the list behind continues to reload.
  const [form] = useState(() => action.createForm(targets, rows))
  const [previewed, setPreviewed] = useState<PreviewedValues<Values>>()
  // Going back restores the typed values.
  const [values, setValues] = useState<Values>()
  const [stepUp, setStepUp] = useState<PendingStepUp<Values>>()
  const run = async (answers: Values, counted: number, proof?: StepUpProof) => {
    try {
      const undo = await action.run(targets, answers, proof, rows)
      onDone(action.doneWith?.(counted, answers, rows) ?? { message: action.done(counted) }, undo)
    } catch (refused) {
      const challenge = findStepUpChallenge(refused)
      if (!challenge) throw refused
      setStepUp({ challenge, values: answers, count: counted })
    }
  }
  const submit = async (answers: Values) => {
    if (!action.preview) return run(answers, count)
    const preview = await action.preview(targets, answers, rows)
    setValues(answers)
    setPreviewed({ values: answers, preview })
  }
  const title = getActionTitle(action, count, rows, labels)
  if (stepUp) {
    const { challenge, values: answers, count: counted } = stepUp
    return (
      <StepUpDialog
        // Another challenge has another message.
        key={challenge.msgId}
        title={title}
        challenge={challenge}
        onClose={onClose}
        onBack={() => setStepUp(undefined)}
        onCode={(code) => run(answers, counted, { msgId: challenge.msgId, code })}
      />
    )
  }
  if (previewed) {
    return (
      <PreviewDialog
        action={action}
        title={title}
        labels={labels}
        onClose={onClose}
        preview={previewed.preview}
        onBack={() => setPreviewed(undefined)}
        onConfirm={() => run(previewed.values, previewed.preview.count)}
      />
    )
  }
  return (
    <FormDialog
      title={title}
      form={form}
      initial={values}
      submit={submit}
      submitLabel={action.preview ? '下一步' : getActionVerb(action)}
      isDanger={!action.preview && (action.isDanger ?? false)}
      // Not finished: either the preview is shown now, or the callback has already closed the dialog.
      onSent={() => {}}
      onClose={onClose}
    />
  )
}

interface PreviewDialogProps<Row extends RowWithId, Values extends object> {
  action: FormAction<Row, Values>
  title: string
  labels: ListLabels<Row>
  preview: ActionPreview
  onBack: () => void
  onConfirm: () => Promise<void>
  onClose: () => void
}

function PreviewDialog<Row extends RowWithId, Values extends object>(props: PreviewDialogProps<Row, Values>) {
  const { action, title, labels, preview, onBack, onConfirm, onClose } = props
  return (
    <ConfirmAction
      title={title}
      size="form"
      submitLabel={getConfirmLabel(action, preview.count, labels.noun)}
      isDanger={action.isDanger ?? false}
      isDisabled={preview.count === 0}
      obstacle={preview.obstacle}
      submit={onConfirm}
      onSent={() => {}}
      cancelLabel="上一步"
      onCancel={onBack}
      note={preview.note}
      onClose={onClose}
    >
      <ActionPreviewPanel preview={preview} action={getActionVerb(action)} noun={labels.noun} />
    </ConfirmAction>
  )
}
