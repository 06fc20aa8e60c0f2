import type { MailStrings } from './mail-strings.js'

export const ja: MailStrings = {
  greeting: '{name} 様',
  greetingWithoutName: 'お客様',
  open: '見積を確認して承諾する',
  view: '見積を開く',
  openForSeller: '販売画面で開く',
  furtherItems: 'その他の明細: {count}',
  files: 'ファイル',
  reason: '理由',
  wishes: 'ご希望',
  offered: '見積の内容',
  wished: 'ご希望の内容',
  wishRemove: 'この明細を外す',
  paid: 'お支払い済み',
  stillOpen: '残額',
  customer: {
    offer: {
      subject: '御見積[ {number}][、{seller}][、{total}][、有効期限 {until}]',
      text: 'お問い合わせいただきありがとうございます。見積をお送りいたします。',
    },
    reminder: {
      subject: '再度のご案内: 御見積[ {number}][、{seller}][、{total}][、有効期限 {until}]',
      text: '先日お送りしたこの見積は、まだ承諾いただけます。ご質問がございましたらご連絡ください。',
    },
    accepted: {
      subject: 'ご承諾: {quote}',
      text: 'ありがとうございます。見積は承諾されました。今後の手続きについてご連絡いたします。',
    },
    ordered: {
      subject: 'ご注文: {quote}',
      text: 'ありがとうございます。この見積のとおりにご注文を承りました。',
    },
    part_ordered: {
      subject: '一部のご注文: {quote}',
      text: 'ありがとうございます。見積の一部について、以下のとおりご注文を承りました。',
    },
    paid: { subject: 'ご入金: {quote}', text: 'ありがとうございます。ご入金を確認いたしました。' },
    declined: {
      subject: 'ご辞退: {quote}',
      text: '見積は辞退されました。お考えが変わりましたらご連絡ください。',
    },
    canceled: {
      subject: '取り下げ: {quote}',
      text: 'この見積を取り下げました。承諾いただくことはできません。ご質問がございましたらご連絡ください。',
    },
    message: { subject: '新しいメッセージ: {quote}', text: 'メッセージをお送りします。' },
  },
  seller: {
    accepted: { subject: '承諾: {quote}', text: '見積が承諾されました。' },
    paid: { subject: 'ご入金: {quote}', text: '入金がありました。' },
    declined: { subject: '辞退: {quote}', text: '見積が辞退されました。' },
    requested: { subject: '新しい見積依頼: {quote}', text: 'お客様から見積の依頼がありました。' },
    revision_requested: {
      subject: '変更の依頼: {quote}',
      text: 'お客様が別の見積を希望しています。',
    },
    message: {
      subject: '新しいメッセージ: {quote}',
      text: 'お客様からメッセージが届きました。',
    },
  },
}
