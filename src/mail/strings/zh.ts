import type { MailStrings } from './mail-strings.js'

export const zh: MailStrings = {
  greeting: '{name}，您好：',
  greetingWithoutName: '您好：',
  open: '查看并接受报价',
  view: '打开报价单',
  openForSeller: '在销售后台打开',
  furtherItems: '其他项目：{count}',
  files: '文件',
  reason: '原因',
  wishes: '客户的要求',
  offered: '报价内容',
  wished: '要求内容',
  wishRemove: '去掉此项',
  paid: '已付',
  stillOpen: '未付余额',
  customer: {
    offer: {
      subject: '您的报价单[ {number}][，{seller}][，{total}][，有效期至 {until}]',
      text: '感谢您的关注。以下是我们的报价。',
    },
    reminder: {
      subject: '提醒：您的报价单[ {number}][，{seller}][，{total}][，有效期至 {until}]',
      text: '我们已向您发出此报价，目前仍然有效。如有疑问，请与我们联系。',
    },
    accepted: {
      subject: '已接受：{quote}',
      text: '谢谢。此报价已被接受。我们会就后续步骤与您联系。',
    },
    ordered: {
      subject: '订单已提交：{quote}',
      text: '谢谢。您的订单已提交，内容与此报价一致。',
    },
    part_ordered: {
      subject: '部分订单：{quote}',
      text: '谢谢。已订购报价的一部分，内容如下。',
    },
    paid: { subject: '已收到付款：{quote}', text: '谢谢。我们已收到您的付款。' },
    declined: {
      subject: '已拒绝：{quote}',
      text: '此报价已被拒绝。如果您改变主意，请与我们联系。',
    },
    canceled: {
      subject: '已撤回：{quote}',
      text: '我们已撤回此报价，不能再接受。如有疑问，请与我们联系。',
    },
    message: { subject: '新消息：{quote}', text: '我们给您发了一条消息：' },
  },
  seller: {
    accepted: { subject: '已接受：{quote}', text: '报价已被接受。' },
    paid: { subject: '已收到付款：{quote}', text: '已收到一笔付款。' },
    declined: { subject: '已拒绝：{quote}', text: '报价已被拒绝。' },
    requested: { subject: '新的询价：{quote}', text: '有客户提出了询价。' },
    revision_requested: { subject: '请求修改：{quote}', text: '客户希望得到另一份报价。' },
    message: { subject: '新消息：{quote}', text: '客户发来一条消息：' },
  },
}
