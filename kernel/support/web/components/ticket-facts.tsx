import { Link } from 'react-router'
import { formatDayTime } from '#packages/web/core/format/time.ts'
import { toSafePath } from '#packages/web/core/safe-path.ts'
import type { DetailSectionSpec } from '#packages/web/desk/list/list-spec.ts'
import { AttachmentList } from '#kernel/files/web/index.ts'
import type { TicketDetail } from '../../contract.ts'
import { AnswerTicket } from './answer-ticket.tsx'
import styles from './ticket-facts.module.css'

/** The page comes from user input and may be any text. */
const isOurs = (page: string) => page !== '' && toSafePath(page) === page

const Text = ({ children }: { children: string }) => <p className={styles['text']}>{children}</p>

/** Question, files and answer of a ticket. */
export const ticketFacts = (detail: TicketDetail): DetailSectionSpec[] => [
  {
    facts: [
      { label: '问题', value: <Text>{detail.text}</Text> },
      ...(isOurs(detail.page) ? [{ label: '所在页面', value: <Link to={detail.page}>打开该页面</Link> }] : []),
    ],
  },
  ...(detail.files.length > 0
    ? [
        {
          title: '附件',
          whole: <AttachmentList files={detail.files} zipName={detail.title} />,
          facts: [],
        },
      ]
    : []),
  ...answerSection(detail),
]

function answerSection({ id, status, answer, answerer, answeredAt, mayAnswer }: TicketDetail): DetailSectionSpec[] {
  if (status === 'answered') {
    return [
      {
        title: '答复',
        facts: [
          { label: '答复人', value: answerer },
          { label: '答复时间', value: formatDayTime(answeredAt) },
          { label: '内容', value: <Text>{answer}</Text> },
        ],
      },
    ]
  }
  if (!mayAnswer) return []
  return [{ whole: <AnswerTicket id={id} />, facts: [] }]
}
