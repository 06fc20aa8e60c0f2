import type { MailStrings } from './mail-strings.js'

export const ar: MailStrings = {
  greeting: 'مرحبًا {name}،',
  greetingWithoutName: 'مرحبًا،',
  open: 'قراءة العرض وقبوله',
  view: 'فتح العرض',
  openForSeller: 'فتح العرض في لوحة المبيعات',
  furtherItems: 'بنود أخرى: {count}',
  files: 'الملفات',
  reason: 'السبب',
  wishes: 'طلبات العميل',
  offered: 'المعروض',
  wished: 'المطلوب',
  wishRemove: 'استبعاد هذا البند',
  paid: 'المدفوع',
  stillOpen: 'المتبقي',
  customer: {
    offer: {
      subject: 'عرض السعر[ {number}][ من {seller}][، {total}][، صالح حتى {until}]',
      text: 'شكرًا لاهتمامكم. هذا هو عرضنا.',
    },
    reminder: {
      subject: 'تذكير: عرض السعر[ {number}][ من {seller}][، {total}][، صالح حتى {until}]',
      text: 'قدمنا لكم هذا العرض وما زال قائمًا. راسلونا إذا كانت لديكم أسئلة.',
    },
    accepted: {
      subject: 'تم القبول: {quote}',
      text: 'شكرًا لكم. تم قبول العرض. سنتواصل معكم بشأن الخطوات التالية.',
    },
    ordered: {
      subject: 'تم تقديم الطلب: {quote}',
      text: 'شكرًا لكم. تم تقديم طلبكم، وهو مطابق لهذا العرض.',
    },
    part_ordered: {
      subject: 'طلب جزئي: {quote}',
      text: 'شكرًا لكم. طُلب جزء من هذا العرض، وهو المذكور هنا.',
    },
    paid: { subject: 'تم استلام الدفعة: {quote}', text: 'شكرًا لكم. استلمنا دفعتكم.' },
    declined: {
      subject: 'تم الرفض: {quote}',
      text: 'تم رفض العرض. راسلونا إذا غيرتم رأيكم.',
    },
    canceled: {
      subject: 'تم السحب: {quote}',
      text: 'سحبنا هذا العرض ولم يعد من الممكن قبوله. راسلونا إذا كانت لديكم أسئلة.',
    },
    message: { subject: 'رسالة جديدة: {quote}', text: 'كتبنا لكم رسالة:' },
  },
  seller: {
    accepted: { subject: 'تم القبول: {quote}', text: 'تم قبول العرض.' },
    paid: { subject: 'تم استلام الدفعة: {quote}', text: 'تم استلام دفعة.' },
    declined: { subject: 'تم الرفض: {quote}', text: 'تم رفض العرض.' },
    requested: { subject: 'طلب جديد: {quote}', text: 'طلب أحد العملاء عرض سعر.' },
    revision_requested: { subject: 'طلب تعديل: {quote}', text: 'يطلب العميل عرضًا آخر.' },
    message: { subject: 'رسالة جديدة: {quote}', text: 'كتب العميل رسالة:' },
  },
}
