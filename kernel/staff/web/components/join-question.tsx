import { Button } from '#packages/web/desk/button.tsx'
import { Dialog } from '#packages/web/desk/dialog.tsx'
import { showDialog } from '#packages/web/desk/shown-dialogs.tsx'

interface Props {
  words: string
  onAnswer: (isYes: boolean) => void
}

/** The person who was typed in is in the district already. */
const JoinQuestion = ({ words, onAnswer }: Props) => (
  <Dialog
    title="可能是同一人"
    size="question"
    onClose={() => onAnswer(false)}
    foot={
      <>
        <Button onClick={() => onAnswer(false)}>返回修改</Button>
        <Button type="primary" data-first="" onClick={() => onAnswer(true)}>
          添加为兼职
        </Button>
      </>
    }
  >
    <p>{words}</p>
  </Dialog>
)

/** Asks it over the form, and waits for the answer. */
export const askToJoin = (words: string) =>
  new Promise<boolean>((answer) =>
    showDialog((close) => (
      <JoinQuestion
        words={words}
        onAnswer={(isYes) => {
          close()
          answer(isYes)
        }}
      />
    )),
  )
