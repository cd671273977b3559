import { useState } from 'react'
import { Button } from '../button.tsx'
import { Dialog } from '../dialog.tsx'
import { FormDialog } from '../form/form-dialog.tsx'
import { stepOf, type Proof, type Step } from '../proving.tsx'
import { useSending } from '../use-sending.ts'
import { confirmWords, Refusal, titleOf, Told, verbOf } from './act-told.tsx'
import { ProvingDialog } from './proving-dialog.tsx'
import type { AskingAct, ListSpec, Preview, RowWithId, Said, Targets, Undo } from './spec.ts'
import styles from './act-dialog.module.css'

type Words<Row extends RowWithId> = Pick<ListSpec<Row>, 'counted' | 'measure' | 'name'>

interface Props<Row extends RowWithId, Values extends object> {
  act: AskingAct<Row, Values>
  targets: Targets
  count: number
  rows: readonly Row[]
  words: Words<Row>
  onDone: (said: Said, undo: Undo | void) => void
  onClose: () => void
}

interface Foreseen<Values> {
  values: Values
  preview: Preview
}

interface Proving<Values> {
  step: Step
  values: Values
  count: number
}

/** An act that asks: the form, then what it would do with the answers, if it can tell. */
export function AskDialog<Row extends RowWithId, Values extends object>(props: Props<Row, Values>) {
  const { act, targets, count, rows, words, onDone, onClose } = props
  // As it was when it opened: the list behind goes on reading.
  const [form] = useState(() => act.ask(targets, rows))
  const [told, setTold] = useState<Foreseen<Values>>()
  // Whoever goes back finds what was filled in.
  const [values, setValues] = useState<Values>()
  const [proving, setProving] = useState<Proving<Values>>()
  const run = async (answers: Values, counted: number, proof?: Proof) => {
    try {
      const undo = await act.run(targets, answers, proof)
      onDone(act.doneWith?.(counted, answers, rows) ?? { words: act.done(counted) }, undo)
    } catch (refused) {
      const step = stepOf(refused)
      if (!step) throw refused
      setProving({ step, values: answers, count: counted })
    }
  }
  const submit = async (answers: Values) => {
    if (!act.preview) return run(answers, count)
    const preview = await act.preview(targets, answers)
    setValues(answers)
    setTold({ values: answers, preview })
  }
  const title = titleOf(act, count, rows, words)
  if (proving) {
    const { step, values: answers, count: counted } = proving
    return (
      <ProvingDialog
        // Another step is another message.
        key={step.msgId}
        title={title}
        step={step}
        onClose={onClose}
        onBack={() => setProving(undefined)}
        onTell={(code) => run(answers, counted, { msgId: step.msgId, code })}
      />
    )
  }
  if (told) {
    return (
      <ToldDialog
        act={act}
        title={title}
        words={words}
        onClose={onClose}
        preview={told.preview}
        onBack={() => setTold(undefined)}
        onConfirm={() => run(told.values, told.preview.count)}
      />
    )
  }
  return (
    <FormDialog
      title={title}
      form={form}
      initial={values}
      submit={submit}
      submitLabel={act.preview ? '下一步' : verbOf(act)}
      isDanger={!act.preview && (act.isDanger ?? false)}
      // It is not over: either what it would do is shown now, or whoever was told of its end has closed it.
      onSent={() => {}}
      onClose={onClose}
    />
  )
}

interface ToldProps<Row extends RowWithId, Values extends object> {
  act: AskingAct<Row, Values>
  title: string
  words: Words<Row>
  preview: Preview
  onBack: () => void
  onConfirm: () => Promise<void>
  onClose: () => void
}

function ToldDialog<Row extends RowWithId, Values extends object>(props: ToldProps<Row, Values>) {
  const { act, title, words, preview, onBack, onConfirm, onClose } = props
  const { isBusy, refusal, send } = useSending()
  return (
    <Dialog
      title={title}
      size="form"
      busy={isBusy}
      onClose={onClose}
      foot={
        <>
          <span className={styles['note']}>{preview.note}</span>
          <Button data-first="" disabled={isBusy} onClick={onBack}>
            上一步
          </Button>
          <Button
            type="primary"
            danger={act.isDanger ?? false}
            disabled={preview.count === 0 || preview.obstacle !== undefined}
            loading={isBusy}
            onClick={() => void send(onConfirm)}
          >
            {confirmWords(act, preview.count, words.measure)}
          </Button>
        </>
      }
    >
      <Refusal words={refusal ?? preview.obstacle} />
      <Told preview={preview} act={verbOf(act)} counted={words.counted} />
    </Dialog>
  )
}
