import { ConfirmAction } from '#packages/web/desk/confirm-action.tsx'
import { showDialog } from '#packages/web/desk/dialog-host.tsx'
import { joinQuestions } from '../../contract.ts'

interface Props {
  message: string
  onAnswer: (isYes: boolean) => void
}

/** Asks whether an existing person of the district is meant. */
const JoinQuestion = ({ message, onAnswer }: Props) => (
  <ConfirmAction
    title="可能是同一人"
    submitLabel={message.endsWith(joinQuestions.far) ? '申请任职' : '添加为兼职'}
    submit={() => onAnswer(true)}
    onSent={() => {}}
    cancelLabel="返回修改"
    onClose={() => onAnswer(false)}
  >
    <p>{message}</p>
    {message.endsWith(joinQuestions.far) && (
      <p>申请由其主要任职单位审核，同意后才成为本单位人员；本次只提交姓名、身份证号和任职信息。</p>
    )}
  </ConfirmAction>
)

/** Asks on top of the form and resolves with the answer. */
export const confirmJoin = (message: string) =>
  new Promise<boolean>((answer) =>
    showDialog((close) => (
      <JoinQuestion
        message={message}
        onAnswer={(isYes) => {
          close()
          answer(isYes)
        }}
      />
    )),
  )
