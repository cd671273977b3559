import { z } from 'zod'
import { idCardBirthday, idCardSex, isIdCard, isMobile } from '#packages/core'
import { Button } from '#packages/web/light/button.tsx'
import { Card } from '#packages/web/light/card.tsx'
import { Foot } from '#packages/web/light/foot.tsx'
import { ClockIcon, RecordIcon } from '#packages/web/light/more-icons.tsx'
import { Milestones } from '#packages/web/light/milestones.tsx'
import { Note } from '#packages/web/light/note.tsx'
import { CallIcon, PageIcon } from '#packages/web/light/part-icons.tsx'
import { DerivedFacts } from '#packages/web/light/phone-flow/derived-facts.tsx'
import type { Draft } from '#packages/web/light/phone-flow/draft-store.ts'
import { FlowDone } from '#packages/web/light/phone-flow/flow-done.tsx'
import { PhoneFlow } from '#packages/web/light/phone-flow/phone-flow.tsx'
import type { FlowSpec, FlowStep } from '#packages/web/light/phone-flow/flow-spec.ts'
import { LinkRow, LinkList } from '#packages/web/light/row.tsx'
import { Tag } from '#packages/web/light/tag.tsx'

const filled = (message: string) => z.string().trim().min(1, message)
const idCard = filled('请填写身份证号').refine(isIdCard, '请输入正确的身份证')
const maskNumber = (number = '') => number.slice(0, 6) + '*'.repeat(Math.max(0, number.length - 6))

const child: FlowStep = {
  id: 'child',
  title: '孩子',
  fields: [
    { key: 'childName', label: '孩子姓名', kind: 'text' },
    { key: 'childIdCard', label: '身份证号', kind: 'idCard' },
    { key: 'nation', label: '民族', kind: 'select', options: ['汉族', '回族', '畲族', '其他'] },
    {
      key: 'nursery',
      label: '就读幼儿园',
      kind: 'select',
      isOptional: true,
      options: ['云禾区滨河幼儿园', '云禾区实验幼儿园'],
    },
    {
      key: 'twins',
      label: '双胞胎或多胞胎',
      kind: 'choice',
      isInline: true,
      options: ['是', '否'],
      hint: '绑定后一起审核、一起摇号',
    },
  ],
  check: z.object({
    childName: filled('请填写孩子姓名'),
    childIdCard: idCard,
    nation: filled('请选择民族'),
    twins: filled('请选择'),
  }),
  after: (key, draft) => key === 'childIdCard' && <FromIdCard number={draft['childIdCard'] ?? ''} />,
  summary: (draft) => ({ text: draft['childName'], secondLine: maskNumber(draft['childIdCard']) }),
}

function FromIdCard({ number }: { number: string }) {
  if (!isIdCard(number)) return null
  const facts = [
    { label: '性别', value: idCardSex(number) },
    { label: '出生日期', value: idCardBirthday(number) },
  ]
  return <DerivedFacts from="由身份证号得出，不用再填" facts={facts} verdict="号码校验通过" />
}

const guardian: FlowStep = {
  id: 'guardian',
  title: '监护人',
  heading: (
    <>
      第一监护人 <Tag state="chosen">主要联系人</Tag>
    </>
  ),
  fields: [
    { key: 'relation', label: '与孩子的关系', kind: 'choice', options: ['父亲', '母亲', '祖父母', '其他'] },
    { key: 'guardianName', label: '姓名', kind: 'text', from: '来自您的登录账号' },
    { key: 'guardianIdCard', label: '身份证号', kind: 'idCard' },
    { key: 'mobile', label: '手机号', kind: 'mobile' },
  ],
  check: z.object({
    relation: filled('请选择与孩子的关系'),
    guardianName: filled('请填写姓名'),
    guardianIdCard: idCard,
    mobile: filled('请填写手机号').refine(isMobile, '请输入正确的手机号'),
  }),
  summary: (draft) => ({
    text: `${draft['guardianName']}（${draft['relation']}）`,
    secondLine: draft['mobile']?.replace(/^(.{3}).*(.{4})$/, '$1 **** $2'),
  }),
}

const address: FlowStep = {
  id: 'address',
  title: '住址',
  fields: [
    { key: 'road', label: '小区或路名', kind: 'text', autoComplete: 'street-address' },
    { key: 'house', label: '门牌', kind: 'text', hint: '例如 3 幢 2 单元 502' },
    { key: 'same', label: '户籍地址相同', kind: 'choice', isInline: true, options: ['是', '否'] },
  ],
  check: z.object({ road: filled('请填写小区或路名'), house: filled('请填写门牌'), same: filled('请选择') }),
  summary: (draft) => ({
    text: `${draft['road']} ${draft['house']}`,
    secondLine: draft['same'] === '是' ? '住、户一致' : '住、户不一致',
  }),
}

const opened = Date.now()
const minutes = 60_000
const closesAt = opened + (3 * 24 * 60 + 6 * 60 + 36) * minutes

const dates = [
  { title: '网上报名', when: '今天起三天' },
  { title: '学校审核、补正', when: '两周内' },
  { title: '公布录取结果', when: '6月18日 9:00' },
  { title: '新生报到', when: '8月29日' },
]

interface Answer {
  number: string
  name: string
  at: string
}

const wait = (ms: number, signal?: AbortSignal) =>
  new Promise<void>((done, fail) => {
    setTimeout(done, ms)
    signal?.addEventListener('abort', () => fail(new Error('given up')))
  })

let sent = 0

/** Nothing is stored: with `&slow` in the address the first answer is lost, to show the retry. */
async function submit(draft: Draft, { signal }: { signal: AbortSignal }): Promise<Answer> {
  const isSlow = new URLSearchParams(location.search).has('slow') && ++sent % 2 === 1
  await wait(isSlow ? 60_000 : 1_200, signal)
  return { number: '2026010012837', name: draft['childName'] ?? '', at: new Date().toLocaleString('sv-SE') }
}

const spec: FlowSpec<Answer> = {
  id: 'lite-demo',
  title: '新生报名（示例）',
  help: '',
  auth: 'none',
  start: { guardianName: '宋雅宁' },
  steps: [child, guardian, address],
  promise: (
    <>
      我已阅读《<a href="/policy/user">报名信息真实承诺书</a>》，所填信息与材料真实有效。
    </>
  ),
  isSigned: true,
  submitLabel: '提交报名',
  exitUrl: '/lite',
  closesAt,
  save: () => wait(300),
  submit,
  done: (answer, again) => <Done answer={answer} again={again} />,
  intro: {
    name: '云禾区教育局',
    title: '2026 年小学一年级新生报名',
    facts: ['示例页面', '填写的内容不会送出'],
    note: (
      <>
        <b>报名不分先后，无需抢报。</b>截止前提交的都同等审核，填写中的内容会自动保存。
      </>
    ),
    prepare: [
      { icon: <PageIcon />, text: '户口簿（4 页）' },
      { icon: <PageIcon />, text: '不动产权证' },
      { icon: <CallIcon />, text: '监护人手机' },
      { icon: <ClockIcon />, text: '约 10 分钟' },
    ],
    milestones: dates,
    links: (
      <LinkList>
        <LinkRow icon={<RecordIcon />} label="查询住址对应学校" href="/SchoolDistrictShow" />
      </LinkList>
    ),
  },
}

/** An invented registration: every step, every state, nothing sent. */
export const FlowDemo = () => <PhoneFlow spec={spec} />

function Done({ answer, again }: { answer: Answer; again: () => void }) {
  const { number } = answer
  const shown = [number.slice(0, 4), number.slice(4, 6), number.slice(6, 12), number.slice(12)].join(' ')
  return (
    <FlowDone
      bar="新生报名（示例）"
      help=""
      title="报名已提交"
      facts={[answer.at, answer.name]}
      number={{ label: '报名号', value: number, shown }}
      note="凭报名号和手机号可随时查询。"
      dock={
        <Foot>
          <Button size="task" onClick={again}>
            再填一份
          </Button>
        </Foot>
      }
    >
      <Card title="到哪一步了">
        <Milestones
          items={dates.map((date, at) => (at === 0 ? { title: '已提交，等待学校审核', when: '今天' } : date))}
          now={0}
        />
      </Card>
      <Note kind="info">需要补材料时会发短信并写明缺哪一页，一次说清。</Note>
    </FlowDone>
  )
}
