import { call } from '#packages/web/core/call.ts'
import { formAction } from '#packages/web/core/list/list-spec.ts'
import { staffHome } from '#packages/web/core/user-homes.ts'
import { PhoneList } from '#packages/web/light/list/phone-list.tsx'
import { supportApi, type AnswerForm } from '../../contract.ts'
import { createAnswerForm, ticketList, withdrawAction } from '../ticket-list.ts'

const answerAction = formAction<{ id: string; mayAnswer?: boolean }, AnswerForm>({
  key: 'answer',
  label: '答复',
  verb: '发送',
  permission: 'staff',
  isPrimary: true,
  // Only the detail knows it.
  when: ({ mayAnswer }) => mayAnswer === true,
  createForm: (_, [row]) => createAnswerForm(row!.id),
  run: async (_, body) => void (await call(supportApi.answer, { body })),
  done: () => '已答复',
})
const list = { ...ticketList, actions: [answerAction, withdrawAction] }

export default function TicketList() {
  return <PhoneList list={list} title="问题反馈" back={`${staffHome}?tab=me`} help="support" deskUrl="/support" />
}
