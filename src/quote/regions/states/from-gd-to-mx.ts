/** The states of the countries from GD to MX, as `../states.ts` says, and under its licenses. */
export const statesFromGdToMx = `
GD
01 Saint Andrew
02 Saint David
03 Saint George
04 Saint John
05 Saint Mark
06 Saint Patrick
10 Southern Grenadine Islands

GE
AB Abkhazia (Sokhumi)
AJ Ajaria (Bat'umi)
GU Guria
IM Imereti
KA K'akheti
KK Kvemo Kartli
MM Mtshkheta-Mtianeti
RL Rach'a-Lexhkumi-KvemoSvaneti
SJ Samtskhe-Javakheti
SK Shida Kartli
SZ Samegrelo-Zemo Svaneti
TB Tbilisi

GF

GG

GH
AA Greater Accra
AF Ahafo
AH Ashanti
BA Brong-Ahafo
BE Bono East
BO Bono
CP Central
EP Eastern
NE North East
NP Northern
OT Oti
SV Savannah
TV Volta
UE Upper East
UW Upper West
WN Western North
WP Western

GI

GL
AV Avannaata Kommunia
KU Kommune Kujalleq
QE Qeqqata Kommunia
QT Kommune Qeqertalik
SM Kommuneqarfik Sermersooq
QA Qaasuitsup Kommunia

GM
B Banjul
L Lower River
M Central River
N North Bank
U Upper River
W Western

GN
B Boké
BE Beyla
BF Boffa
BK Boké
C Conakry
CO Coyah
D Kindia
DB Dabola
DI Dinguiraye
DL Dalaba
DU Dubréka
F Faranah
FA Faranah
FO Forécariah
FR Fria
GA Gaoual
GU Guékédou
K Kankan
KA Kankan
KB Koubia
KD Kindia
KE Kérouané
KN Koundara
KO Kouroussa
KS Kissidougou
L Labé
LA Labé
LE Lélouma
LO Lola
M Mamou
MC Macenta
MD Mandiana
ML Mali
MM Mamou
N Nzérékoré
NZ Nzérékoré
PI Pita
SI Siguiri
TE Télimélé
TO Tougué
YO Yomou

GP

GQ
AN Annobón
BN Bioko Norte
BS Bioko Sur
C Región Continental
CS Centro Sur
DJ Djibloho
I Región Insular
KN Kié-Ntem
LI Litoral
WN Wele-Nzas

GR
69 Ágion Óros
A Anatolikí Makedonía kai Thráki
B Kentrikí Makedonía
C Dytikí Makedonía
D Ípeiros
E Thessalía
F Ionía Nísia
G Dytikí Elláda
H Stereá Elláda
I Attikḯ
J Peloponnísos
K Voreío Aigaío
L Notío Aigaío
M Krítí
01 Aitoloakarnanía
03 Voiotía
04 Évvoia
05 Evrytanía
06 Fthiótida
07 Fokída
11 Argolída
12 Arkadía
13 Achaïa
14 Ileía
15 Korinthía
16 Lakonía
17 Messinía
21 Zákynthos
22 Kérkyra
23 Kefallinía
24 Lefkáda
31 Árta
32 Thesprotía
33 Ioánnina
34 Préveza
41 Kardítsa
42 Lárisa
43 Magnisía
44 Tríkala
51 Grevená
52 Dráma
53 Imathía
54 Thessaloníki
55 Kavála
56 Kastoriá
57 Kilkís
58 Kozáni
59 Pélla
61 Piería
62 Sérres
63 Flórina
64 Chalkidikí
71 Évros
72 Xánthi
73 Rodópi
81 Dodekánisa
82 Kykládes
83 Lésvos
84 Sámos
85 Chíos
91 Irakleío
92 Lasíthi
93 Rethýmnis
94 Chaniá
A1 Attikḯ

GS

GT
01 Guatemala
02 El Progreso
03 Sacatepéquez
04 Chimaltenango
05 Escuintla
06 Santa Rosa
07 Sololá
08 Totonicapán
09 Quetzaltenango
10 Suchitepéquez
11 Retalhuleu
12 San Marcos
13 Huehuetenango
14 Quiché
15 Baja Verapaz
16 Alta Verapaz
17 Petén
18 Izabal
19 Zacapa
20 Chiquimula
21 Jalapa
22 Jutiapa
AV Alta Verapaz
BV Baja Verapaz
CM Chimaltenango
CQ Chiquimula
ES Escuintla
GU Guatemala
HU Huehuetenango
IZ Izabal
JA Jalapa
JU Jutiapa
PE Petén
PR El Progreso
QC Quiché
QZ Quetzaltenango
RE Retalhuleu
SA Sacatepéquez
SM San Marcos
SO Sololá
SR Santa Rosa
SU Suchitepéquez
TO Totonicapán
ZA Zacapa

GU

GW
BA Bafatá
BL Bolama-Bijagos
BM Biombo
BS Bissau
CA Cacheu
GA Gabú
L Leste
N Norte
OI Oio
QU Quinara
S Sul
TO Tombali

GY
BA Barima-Waini
CU Cuyuni-Mazaruni
DE Demerara-Mahaica
EB East Berbice-Corentyne
ES Essequibo Islands-West Demerara
MA Mahaica-Berbice
PM Pomeroon-Supenaam
PT Potaro-Siparuni
UD Upper Demerara-Berbice
UT Upper Takutu-Upper Essequibo

HK
HK Hong Kong

HM

HN
AT Atlántida
CH Choluteca
CL Colón
CM Comayagua
CP Copán
CR Cortés
EP El Paraíso
FM Francisco Morazán
GD Gracias a Dios
IB Islas de la Bahía
IN Intibucá
LE Lempira
LP La Paz
OC Ocotepeque
OL Olancho
SB Santa Bárbara
VA Valle
YO Yoro

HR
01 Zagrebačka županija
02 Krapinsko-zagorska županija
03 Sisačko-moslavačka županija
04 Karlovačka županija
05 Varaždinska županija
06 Koprivničko-križevačka županija
07 Bjelovarsko-bilogorska županija
08 Primorsko-goranska županija
09 Ličko-senjska županija
10 Virovitičko-podravska županija
11 Požeško-slavonska županija
12 Brodsko-posavska županija
13 Zadarska županija
14 Osječko-baranjska županija
15 Šibensko-kninska županija
16 Vukovarsko-srijemska županija
17 Splitsko-dalmatinska županija
18 Istarska županija
19 Dubrovačko-neretvanska županija
20 Međimurska županija
21 Grad Zagreb

HT
AR Artibonite
CE Centre
GA Grand'Anse
ND Nord
NE Nord-Est
NI Nippes
NO Nord-Ouest
OU Ouest
SD Sud
SE Sud-Est

HU
BA Baranya
BC Békéscsaba
BE Békés
BK Bács-Kiskun
BU Budapest
BZ Borsod-Abaúj-Zemplén
CS Csongrád-Csanád
DE Debrecen
DU Dunaújváros
EG Eger
ER Érd
FE Fejér
GS Győr-Moson-Sopron
GY Győr
HB Hajdú-Bihar
HE Heves
HV Hódmezővásárhely
JN Jász-Nagykun-Szolnok
KE Komárom-Esztergom
KM Kecskemét
KV Kaposvár
MI Miskolc
NK Nagykanizsa
NO Nógrád
NY Nyíregyháza
PE Pest
PS Pécs
SD Szeged
SF Székesfehérvár
SH Szombathely
SK Szolnok
SN Sopron
SO Somogy
SS Szekszárd
ST Salgótarján
SZ Szabolcs-Szatmár-Bereg
TB Tatabánya
TO Tolna
VA Vas
VE Veszprém
VM Veszprém
ZA Zala
ZE Zalaegerszeg

ID
AC Aceh
BA Bali
BB Bangka Belitung
BE Bengkulu
BT Banten
GO Gorontalo
JA Jambi
JB Jawa Barat
JI Jawa Timur
JK Jakarta Raya
JT Jawa Tengah
JW Jawa
KA Kalimantan
KB Kalimantan Barat
KI Kalimantan Timur
KR Kepulauan Riau
KS Kalimantan Selatan
KT Kalimantan Tengah
KU Kalimantan Utara
LA Lampung
MA Maluku
ML Maluku
MU Maluku Utara
NB Nusa Tenggara Barat
NT Nusa Tenggara Timur
NU Nusa Tenggara
PA Papua
PB Papua Barat
PD Papua Barat Daya
PE Papua Pegunungan
PP Papua
PS Papua Selatan
PT Papua Tengah
RI Riau
SA Sulawesi Utara
SB Sumatera Barat
SG Sulawesi Tenggara
SL Sulawesi
SM Sumatera
SN Sulawesi Selatan
SR Sulawesi Barat
SS Sumatera Selatan
ST Sulawesi Tengah
SU Sumatera Utara
YO Yogyakarta

IE
C Connaught
CE Clare
CN Cavan
CO Cork
CW Carlow
D Dublin
DL Donegal
G Galway
KE Kildare
KK Kilkenny
KY Kerry
L Leinster
LD Longford
LH Louth
LK Limerick
LM Leitrim
LS Laois
M Munster
MH Meath
MN Monaghan
MO Mayo
OY Offaly
RN Roscommon
SO Sligo
TA Tipperary
U Ulster
WD Waterford
WH Westmeath
WW Wicklow
WX Wexford

IL
D HaDarom
HA H̱efa
JM Yerushalayim
M HaMerkaz
TA Tel-Aviv
Z HaTsafon

IM

IN
AN Andaman and Nicobar Islands
AP Andhra Pradesh
AR Arunachal Pradesh
AS Assam
BR Bihar
CG Chhattisgarh
CH Chandigarh
DH Dadra and Nagar Haveli and Daman and Diu
DL Delhi
GA Goa
GJ Gujarat
HP Himachal Pradesh
HR Haryana
JH Jharkhand
JK Jammu and Kashmir
KA Karnataka
KL Kerala
LA Ladakh
LD Lakshadweep
MH Maharashtra
ML Meghalaya
MN Manipur
MP Madhya Pradesh
MZ Mizoram
NL Nagaland
OD Odisha
PB Punjab
PY Puducherry
RJ Rajasthan
SK Sikkim
TN Tamil Nadu
TR Tripura
TS Telangana
UK Uttarakhand
UP Uttar Pradesh
WB West Bengal
CT Chhattisgarh
DD Daman and Diu
DN Dadra and Nagar Haveli
OR Odisha
TG Telangana
UT Uttarakhand
UL Uttarakhand

IO
IO British Indian Ocean Territory

IQ
AN Al Anbār
AR Arbīl
BA Al Başrah
BB Bābil
BG Baghdād
DA Dohuk
DI Diyālá
DQ Dhī Qār
KA Karbalā'
KI Kirkuk
KR Iqlīm Kūrdistān
MA Maysān
MU Al Muthanná
NA An Najaf
NI Nīnawá
QA Al Qādisīyah
SD Şalāḩ ad Dīn
SU As Sulaymānīyah
WA Wāsiţ

IR
00 Markazī
01 Gīlān
02 Māzandarān
03 Āz̄ārbāyjān-e Shārqī
04 Āz̄ārbāyjān-e Ghārbī
05 Kermānshāh
06 Khūzestān
07 Fārs
08 Kermān
09 Khorāsān-e Raẕavī
10 Eşfahān
11 Sīstān va Balūchestān
12 Kordestān
13 Hamadān
14 Chahār Maḩāl va Bakhtīārī
15 Lorestān
16 Īlām
17 Kohgīlūyeh va Bowyer Aḩmad
18 Būshehr
19 Zanjān
20 Semnān
21 Yazd
22 Hormozgān
23 Tehrān
24 Ardabīl
25 Qom
26 Qazvīn
27 Golestān
28 Khorāsān-e Shomālī
29 Khorāsān-e Jonūbī
30 Alborz
32 Alborz

IS
1 Höfuðborgarsvæði
2 Suðurnes
3 Vesturland
4 Vestfirðir
5 Norðurland vestra
6 Norðurland eystra
7 Austurland
8 Suðurland
AKN Akraneskaupstaður
AKU Akureyrarbær
ARN Árneshreppur
ASA Ásahreppur
BLA Bláskógabyggð
BOG Borgarbyggð
BOL Bolungarvíkurkaupstaður
DAB Dalabyggð
DAV Dalvíkurbyggð
EOM Eyja- og Miklaholtshreppur
EYF Eyjafjarðarsveit
FJD Fjarðabyggð
FJL Fjallabyggð
FLA Flóahreppur
FLR Fljótsdalshreppur
GAR Garðabær
GOG Grímsnes- og Grafningshreppur
GRN Grindavíkurbær
GRU Grundarfjarðarbær
GRY Grýtubakkahreppur
HAF Hafnarfjarðarkaupstaður
HRG Hörgársveit
HRU Hrunamannahreppur
HUG Húnabyggð
HUV Húnaþing vestra
HVA Hvalfjarðarsveit
HVE Hveragerðisbær
ISA Ísafjarðarbær
KAL Kaldrananeshreppur
KJO Kjósarhreppur
KOP Kópavogsbær
LAN Langanesbyggð
MOS Mosfellsbær
MUL Múlaþing
MYR Mýrdalshreppur
NOR Norðurþing
RGE Rangárþing eystra
RGY Rangárþing ytra
RHH Reykhólahreppur
RKN Reykjanesbær
RKV Reykjavíkurborg
SBT Svalbarðsstrandarhreppur
SDN Suðurnesjabær
SDV Súðavíkurhreppur
SEL Seltjarnarnesbær
SFA Sveitarfélagið Árborg
SHF Sveitarfélagið Hornafjörður
SKF Skaftárhreppur
SKG Skagabyggð
SKO Skorradalshreppur
SKR Skagafjörður
SNF Snæfellsbær
SOG Skeiða- og Gnúpverjahreppur
SOL Sveitarfélagið Ölfus
SSS Sveitarfélagið Skagaströnd
STR Strandabyggð
STY Stykkishólmsbær
SVG Sveitarfélagið Vogar
TAL Tálknafjarðarhreppur
THG Þingeyjarsveit
TJO Tjörneshreppur
VEM Vestmannaeyjabær
VER Vesturbyggð
VOP Vopnafjarðarhreppur
0 Reykjavík

IT
21 Piemonte
23 Valle d'Aosta
25 Lombardia
32 Trentino-Alto Adige
34 Veneto
36 Friuli-Venezia Giulia
42 Liguria
45 Emilia-Romagna
52 Toscana
55 Umbria
57 Marche
62 Lazio
65 Abruzzo
67 Molise
72 Campania
75 Puglia
77 Basilicata
78 Calabria
82 Sicilia
88 Sardegna
AG Agrigento
AL Alessandria
AN Ancona
AP Ascoli Piceno
AQ L'Aquila
AR Arezzo
AT Asti
AV Avellino
BA Bari
BG Bergamo
BI Biella
BL Belluno
BN Benevento
BO Bologna
BR Brindisi
BS Brescia
BT Barletta-Andria-Trani
BZ Bolzano
CA Cagliari
CB Campobasso
CE Caserta
CH Chieti
CL Caltanissetta
CN Cuneo
CO Como
CR Cremona
CS Cosenza
CT Catania
CZ Catanzaro
EN Enna
FC Forlì-Cesena
FE Ferrara
FG Foggia
FI Firenze
FM Fermo
FR Frosinone
GE Genova
GO Gorizia
GR Grosseto
IM Imperia
IS Isernia
KR Crotone
LC Lecco
LE Lecce
LI Livorno
LO Lodi
LT Latina
LU Lucca
MB Monza e Brianza
MC Macerata
ME Messina
MI Milano
MN Mantova
MO Modena
MS Massa-Carrara
MT Matera
NA Napoli
NO Novara
NU Nuoro
OR Oristano
PA Palermo
PC Piacenza
PD Padova
PE Pescara
PG Perugia
PI Pisa
PN Pordenone
PO Prato
PR Parma
PT Pistoia
PU Pesaro e Urbino
PV Pavia
PZ Potenza
RA Ravenna
RC Reggio Calabria
RE Reggio Emilia
RG Ragusa
RI Rieti
RM Roma
RN Rimini
RO Rovigo
SA Salerno
SI Siena
SO Sondrio
SP La Spezia
SR Siracusa
SS Sassari
SU Sud Sardegna
SV Savona
TA Taranto
TE Teramo
TN Trento
TO Torino
TP Trapani
TR Terni
TS Trieste
TV Treviso
UD Udine
VA Varese
VB Verbano-Cusio-Ossola
VC Vercelli
VE Venezia
VI Vicenza
VR Verona
VT Viterbo
VV Vibo Valentia
AO Valle d'Aosta
CI Carbonia-Iglesias
OG Ogliastra
OT Olbia-Tempio
VS Medio Campidano
FO Forlì-Cesena
PS Pesaro e Urbino

JE

JM
01 Kingston
02 Saint Andrew
03 Saint Thomas
04 Portland
05 Saint Mary
06 Saint Ann
07 Trelawny
08 Saint James
09 Hanover
10 Westmoreland
11 Saint Elizabeth
12 Manchester
13 Clarendon
14 Saint Catherine

JO
AJ ‘Ajlūn
AM Al ‘A̅şimah
AQ Al 'Aqabah
AT Aţ Ţafīlah
AZ Az Zarqā’
BA Al Balqā’
IR Irbid
JA Jarash
KA Al Karak
MA Al Mafraq
MD Mādabā
MN Ma‘ān

JP
01 Hokkaido
02 Aomori
03 Iwate
04 Miyagi
05 Akita
06 Yamagata
07 Fukushima
08 Ibaraki
09 Tochigi
10 Gunma
11 Saitama
12 Chiba
13 Tokyo
14 Kanagawa
15 Niigata
16 Toyama
17 Ishikawa
18 Fukui
19 Yamanashi
20 Nagano
21 Gifu
22 Shizuoka
23 Aichi
24 Mie
25 Shiga
26 Kyoto
27 Osaka
28 Hyogo
29 Nara
30 Wakayama
31 Tottori
32 Shimane
33 Okayama
34 Hiroshima
35 Yamaguchi
36 Tokushima
37 Kagawa
38 Ehime
39 Kochi
40 Fukuoka
41 Saga
42 Nagasaki
43 Kumamoto
44 Oita
45 Miyazaki
46 Kagoshima
47 Okinawa

KE
01 Baringo
02 Bomet
03 Bungoma
04 Busia
05 Eleyo/Marakwet
06 Embu
07 Garissa
08 Homa Bay
09 Isiolo
10 Kajiado
11 Kakamega
12 Kericho
13 Kiambu
14 Kilifi
15 Kirinyaga
16 Kisii
17 Kisumu
18 Kitui
19 Kwale
20 Laikipia
21 Lamu
22 Machakos
23 Makueni
24 Mandera
25 Marsabit
26 Meru
27 Migori
28 Mombasa
29 Murang'a
30 Nairobi City
31 Nakuru
32 Nandi
33 Narok
34 Nyamira
35 Nyandarua
36 Nyeri
37 Samburu
38 Siaya
39 Taita/Taveta
40 Tana River
41 Tharaka-Nithi
42 Trans Nzoia
43 Turkana
44 Uasin Gishu
45 Vihiga
46 Wajir
47 West Pokot
110 Nairobi City

KG
B Batken Oblasty
C Chuy Oblasty (Bishkek)
GB Bishkek Shaary
GO Osh Shaary
J Jalal-Abad Oblasty
N Naryn Oblasty
O Osh Oblasty
T Talas Oblasty
Y Ysyk-Kol Oblasty (Karakol)

KH
1 Banteay Mean Chey
10 Kracheh
11 Mondol Kiri
12 Phnom Penh
13 Preah Vihear
14 Prey Veaeng
15 Pousaat
16 Rotanah Kiri
17 Siem Reab
18 Krong Preah Sihanouk
19 Stueng Treng
2 Baat Dambang
20 Svaay Rieng
21 Taakaev
22 Otdar Mean Chey
23 Krong Kaeb
24 Krong Pailin
25 Tbong Khmum
3 Kampong Chaam
4 Kampong Chhnang
5 Kampong Spueu
6 Kampong Thum
7 Kampot
8 Kandaal
9 Kaoh Kong

KI
G Gilbert Islands
L Line Islands
P Phoenix Islands

KM
A Andjouân
G Andjazîdja
M Moûhîlî

KN
01 Christ Church Nichola Town
02 Saint Anne Sandy Point
03 Saint George Basseterre
04 Saint George Gingerland
05 Saint James Windward
06 Saint John Capisterre
07 Saint John Figtree
08 Saint Mary Cayon
09 Saint Paul Capisterre
10 Saint Paul Charlestown
11 Saint Peter Basseterre
12 Saint Thomas Lowland
13 Saint Thomas Middle Island
15 Trinity Palmetto Point
K Saint Kitts
N Nevis

KP
01 P'yongyang-si (P'yongyang City)
02 P'yongan-namdo (South P'yongan Province)
03 P'yongan-bukto (North P'yongan Province)
04 Chagang-do (Chagang Province)
05 Hwanghae-namdo (South Hwanghae Province)
06 Hwanghae-bukto (North Hwanghae Province)
07 Kangwon-do (Kangwon Province)
08 Hamgyong-namdo (South Hamgyong Province)
09 Hamgyong-bukto (North Hamgyong Province)
10 Yanggang-do (Yanggang Province)
13 Nasŏn (Najin-Sŏnbong)
14 Namp’o
15 Kaesŏng

KR
11 Seoul-teukbyeolsi
26 Busan-gwangyeoksi
27 Daegu-gwangyeoksi
28 Incheon-gwangyeoksi
29 Gwangju-gwangyeoksi
30 Daejeon-gwangyeoksi
31 Ulsan-gwangyeoksi
41 Gyeonggi-do
42 Gangwon-do
43 Chungcheongbuk-do
44 Chungcheongnam-do
45 Jeollabuk-do
46 Jeollanam-do
47 Gyeongsangbuk-do
48 Gyeongsangnam-do
49 Jeju-teukbyeoljachido
50 Sejong-teukbyeoljachisi

KW
AH Al Aḩmadi
FA Al Farwānīyah
HA Ḩawallī
JA Al Jahrā’
KU Al ‘Āşimah
MU Mubārak al Kabir

KY
BT Bodden Town
EE East End
GT George Town
NS North Side
SI Sister Islands
WB West Bay

KZ
10 Abay
11 Aqmola
15 Aqtöbe
19 Almaty oblysy
23 Atyraū
27 Batys Qazaqstan
31 Zhambyl
33 Zhetisū
35 Qaraghandy
39 Qostanay
43 Qyzylorda
47 Mangghystaū
55 Pavlodar
59 Soltüstik Qazaqstan
61 Türkistan
62 Ulytaū
63 Shyghys Qazaqstan
71 Astana
75 Almaty
79 Shymkent
AKM Aqmola
AKT Aqtobe
ALA Almaty
ALM Almaty oblysy
AST Astana
ATY Atyrau
KAR Qaraghandy
KUS Qostanay
KZY Qyzylorda
MAN Mangghystau
PAV Pavlodar
SEV Soltustik Qazaqstan
VOS Shyghys Qazaqstan
YUZ Ongtustik Qazaqstan
ZAP Batys Qazaqstan
ZHA Zhambyl

LA
AT Attapu
BK Bokèo
BL Bolikhamxai
CH Champasak
HO Houaphan
KH Khammouan
LM Louang Namtha
LP Louangphabang
OU Oudômxai
PH Phôngsali
SL Salavan
SV Savannakhét
VI Vientiane
VT Viangchan
XA Xaignabouli
XE Xékong
XI Xiangkhouang
XS Xaisomboun
XN Xaisomboun

LB
AK Aakkâr
AS Liban-Nord
BA Beyrouth
BH Baalbelk-Hermel
BI Béqaa
JA Liban-Sud
JL Mont-Liban
NA Nabatîyé

LC
01 Anse-la-Raye
02 Castries
03 Choiseul
05 Dennery
06 Gros Islet
07 Laborie
08 Micoud
10 Soufriere
11 Vieux Fort
12 Canaries

LI
01 Balzers
02 Eschen
03 Gamprin
04 Mauren
05 Planken
06 Ruggell
07 Schaan
08 Schellenberg
09 Triesen
10 Triesenberg
11 Vaduz

LK
1 Basnahira
11 Colombo
12 Gampaha
13 Kalutara
2 Madhyama
21 Kandy
22 Mātale
23 Nuwara Eliya
3 Dakunu
31 Galle
32 Mātara
33 Hambantŏṭa
4 Uturu
41 Jaffna
42 Kilinŏchchi
43 Mannar
44 Vavuniya
45 Mullaittivu
5 Naegenahira
51 Batticaloa
52 Ampāra
53 Trincomalee
6 Vayamba
61 Kurunegala
62 Puttalam
7 Uturumaeda
71 Anurādhapura
72 Polonnaruwa
8 Uva
81 Badulla
82 Mŏṇarāgala
9 Sabaragamuwa
91 Ratnapura
92 Kegalla

LR
BG Bong
BM Bomi
CM Grand Cape Mount
GB Grand Bassa
GG Grand Gedeh
GK Grand Kru
GP Gbarpolu
LO Lofa
MG Margibi
MO Montserrado
MY Maryland
NI Nimba
RG River Geee
RI River Cess
SI Sinoe

LS
A Maseru
B Butha-Buthe
C Leribe
D Berea
E Mafeteng
F Mohales Hoek
G Quthing
H Qacha's Nek
J Mokhotlong
K Thaba-Tseka

LT
01 Akmenė
02 Alytaus miestas
03 Alytus
04 Anykščiai
05 Birštonas
06 Biržai
07 Druskininkai
08 Elektrėnai
09 Ignalina
10 Jonava
11 Joniškis
12 Jurbarkas
13 Kaišiadorys
14 Kalvarija
15 Kauno miestas
16 Kaunas
17 Kazlų Rūdos
18 Kėdainiai
19 Kelmė
20 Klaipėdos miestas
21 Klaipėda
22 Kretinga
23 Kupiškis
24 Lazdijai
25 Marijampolė
26 Mažeikiai
27 Molėtai
28 Neringa
29 Pagėgiai
30 Pakruojis
31 Palangos miestas
32 Panevėžio miestas
33 Panevėžys
34 Pasvalys
35 Plungė
36 Prienai
37 Radviliškis
38 Raseiniai
39 Rietavas
40 Rokiškis
41 Šakiai
42 Šalčininkai
43 Šiaulių miestas
44 Šiauliai
45 Šilalė
46 Šilutė
47 Širvintos
48 Skuodas
49 Švenčionys
50 Tauragė
51 Telšiai
52 Trakai
53 Ukmergė
54 Utena
55 Varėna
56 Vilkaviškis
57 Vilniaus miestas
58 Vilnius
59 Visaginas
60 Zarasai
AL Alytaus
KL Klaipėdos
KU Kauno
MR Marijampolės
PN Panevėžio
SA Šiaulių
TA Tauragės
TE Telšių
UT Utenos
VL Vilniaus

LU
CA Capellen
CL Clervaux
D Diekirch
DI Diekirch
EC Echternach
ES Esch-sur-Alzette
G Grevenmacher
GR Grevenmacher
L Luxembourg
LU Luxembourg
ME Mersch
RD Redange
RM Remich
VD Vianden
WI Wiltz

LV
002 Aizkraukle
007 Alūksne
011 Ādaži
015 Balvi
016 Bauska
022 Cēsis
026 Dobele
033 Gulbene
041 Jelgavas novads
042 Jēkabpils novads
047 Krāslava
050 Kuldīga
052 Ķekava
054 Limbaži
056 Līvāni
058 Ludza
059 Madona
062 Mārupe
067 Ogre
068 Olaine
073 Preiļi
077 Rēzeknes novads
080 Ropaži
087 Salaspils
088 Saldus
089 Saulkrasti
091 Sigulda
094 Smiltene
097 Talsi
099 Tukums
101 Valka
102 Varakļāni
106 Ventspils novads
111 Augšdaugavas novads
112 Dienvidkurzemes novads
113 Valmieras novads
DGV Daugavpils (City)
JEL Jelgava (City)
JUR Jūrmala (City)
LPX Liepāja
REZ Rēzekne (City)
RIX Rīga
VEN Ventspils (City)
001 Aglona
003 Aizpute
004 Aknīste
005 Aloja
006 Alsungas novads
008 Amata
009 Ape
010 Auce
012 Babīte
013 Baldone
014 Baltinava
017 Beverīna
018 Brocēni
019 Burtnieki
020 Carnikava
021 Cesvaine
023 Cibla
024 Dagda
025 Daugavpils novads
027 Dundaga
028 Durbe
029 Engure
030 Ērgļi
031 Garkalne
032 Grobiņa
034 Iecava
035 Ikšķile
036 Ilūkste
037 Inčukalns
038 Jaunjelgava
039 Jaunpiebalga
040 Jaunpils
043 Kandava
044 Kārsava
045 Kocēni
046 Koknese
048 Krimulda
049 Krustpils
051 Ķegums
053 Lielvārde
055 Līgatne
057 Lubāna
060 Mazsalaca
061 Mālpils
063 Mērsrags
064 Naukšēni
065 Nereta
066 Nīca
069 Ozolnieki
070 Pārgauja
071 Pāvilosta
072 Pļaviņas
074 Priekule
075 Priekuļi
076 Rauna
078 Riebiņi
079 Roja
081 Rucava
082 Rugāji
083 Rundāle
084 Rūjiena
085 Sala
086 Salacgrīva
090 Sēja
092 Skrīveri
093 Skrunda
095 Stopiņi
096 Strenči
098 Tērvete
100 Vaiņode
103 Vārkava
104 Vecpiebalga
105 Vecumnieki
107 Viesīte
108 Viļaka
109 Viļāni
110 Zilupe
JKB Jēkabpils (City)
VMR Valmiera

LY
BA Banghāzī
BU Al Buţnān
DR Darnah
GT Ghāt
JA Al Jabal al Akhḑar
JG Al Jabal al Gharbī
JI Al Jafārah
JU Al Jufrah
KF Al Kufrah
MB Al Marquab
MI Mişrātah
MJ Al Marj
MQ Murzuq
NL Nālūt
NQ An Nuqaţ al Khams
SB Sabhā
SR Surt
TB Ţarābulus
WA Al Wāḩāt
WD Wādī al Ḩayāt
WS Wādī ash Shāţiʾ
ZA Az Zāwiyah
FK Al Kufrah
GH Ghāt

MA
01 Tanger-Tétouan-Al Hoceïma
02 L'Oriental
03 Fès-Meknès
04 Rabat-Salé-Kénitra
05 Béni Mellal-Khénifra
06 Casablanca-Settat
07 Marrakech-Safi
08 Drâa-Tafilalet
09 Souss-Massa
10 Guelmim-Oued Noun
11 Laâyoune-Sakia El Hamra
12 Dakhla-Oued Ed-Dahab
AGD Agadir-Ida-Ou-Tanane
AOU Aousserd (EH)
ASZ Assa-Zag (EH-partial)
AZI Azilal
BEM Béni Mellal
BER Berkane
BES Benslimane
BOD Boujdour (EH)
BOM Boulemane
BRR Berrechid
CAS Casablanca
CHE Chefchaouen
CHI Chichaoua
CHT Chtouka-Ait Baha
DRI Driouch
ERR Errachidia
ESI Essaouira
ESM Es-Semara (EH-partial)
FAH Fahs-Anjra
FES Fès
FIG Figuig
FQH Fquih Ben Salah
GUE Guelmim
GUF Guercif
HAJ El Hajeb
HAO Al Haouz
HOC Al Hoceïma
IFR Ifrane
INE Inezgane-Ait Melloul
JDI El Jadida
JRA Jerada
KEN Kénitra
KES El Kelâa des Sraghna
KHE Khémisset
KHN Khénifra
KHO Khouribga
LAA Laâyoune (EH)
LAR Larache
MAR Marrakech
MDF M’diq-Fnideq
MED Médiouna
MEK Meknès
MID Midelt
MOH Mohammadia
MOU Moulay Yacoub
NAD Nador
NOU Nouaceur
OUA Ouarzazate
OUD Oued Ed-Dahab (EH)
OUJ Oujda-Angad
OUZ Ouezzane
RAB Rabat
REH Rehamna
SAF Safi
SAL Salé
SEF Sefrou
SET Settat
SIB Sidi Bennour
SIF Sidi Ifni
SIK Sidi Kacem
SIL Sidi Slimane
SKH Skhirate-Témara
TAF Tarfaya (EH-partial)
TAI Taourirt
TAO Taounate
TAR Taroudannt
TAT Tata
TAZ Taza
TET Tétouan
TIN Tinghir
TIZ Tiznit
TNG Tanger-Assilah
TNT Tan-Tan (EH-partial)
YUS Youssoufia
ZAG Zagora
13 Sous-Massa-Draa
14 Guelmim-Es Smara
15 Laâyoune-Boujdour-Sakia el Hamra
16 Oued ed Dahab-Lagouira
MMD Marrakech-Medina
MMN Marrakech-Menara
SYB Sidi Youssef Ben Ali

MC
CL Colle
CO Condamine
FO Fontvieille
GA Gare
JE Jardin Exotique
LA Larvotto
MA Malbousquet
MC Monte-Carlo
MG Moneghetti
MO Monaco-Ville
MU Moulins
PH Port-Hercule
SD Sainte-Dévote
SO Source
SP Spélugues
SR Saint-Roman
VR Vallon de la Rousse

MD
AN Anenii Noi
BA Bălți
BD Bender
BR Briceni
BS Basarabeasca
CA Cahul
CL Călărași
CM Cimișlia
CR Criuleni
CS Căușeni
CT Cantemir
CU Chișinău
DO Dondușeni
DR Drochia
DU Dubăsari
ED Edineț
FA Fălești
FL Florești
GA Găgăuzia
GL Glodeni
HI Hîncești
IA Ialoveni
LE Leova
NI Nisporeni
OC Ocnița
OR Orhei
RE Rezina
RI Rîșcani
SD Șoldănești
SI Sîngerei
SN Stânga Nistrului
SO Soroca
ST Strășeni
SV Ștefan Vodă
TA Taraclia
TE Telenești
UN Ungheni

ME
01 Andrijevica
02 Bar
03 Berane
04 Bijelo Polje
05 Budva
06 Cetinje
07 Danilovgrad
08 Herceg Novi
09 Kolašin
10 Kotor
11 Mojkovac
12 Nikšić
13 Plav
14 Pljevlja
15 Plužine
16 Podgorica
17 Rožaje
18 Šavnik
19 Tivat
20 Ulcinj
21 Žabljak
22 Gusinje
23 Petnica
24 Tuzi
25 Zeta

MF

MG
A Toamasina
D Antsiranana
F Fianarantsoa
M Mahajanga
T Antananarivo
U Toliara

MH
ALK Ailuk
ALL Ailinglaplap
ARN Arno
AUR Aur
EBO Ebon
ENI Enewetak & Ujelang
JAB Jabat
JAL Jaluit
KIL Bikini and Kili
KWA Kwajalein
L Ralik chain
LAE Lae
LIB Lib
LIK Likiep
MAJ Majuro
MAL Maloelap
MEJ Mejit
MIL Mili
NMK Namdrik
NMU Namu
RON Rongelap
T Ratak chain
UJA Ujae
UTI Utrik
WTH Wotho
WTJ Wotje

MK
101 Veles
102 Gradsko
103 Demir Kapija
104 Kavadarci
105 Lozovo
106 Negotino
107 Rosoman
108 Sveti Nikole
109 Čaška
201 Berovo
202 Vinica
203 Delčevo
204 Zrnovci
205 Karbinci
206 Kočani
207 Makedonska Kamenica
208 Pehčevo
209 Probištip
210 Češinovo-Obleševo
211 Štip
301 Vevčani
303 Debar
304 Debrca
307 Kičevo
308 Makedonski Brod
310 Ohrid
311 Plasnica
312 Struga
313 Centar Župa
401 Bogdanci
402 Bosilovo
403 Valandovo
404 Vasilevo
405 Gevgelija
406 Dojran
407 Konče
408 Novo Selo
409 Radoviš
410 Strumica
501 Bitola
502 Demir Hisar
503 Dolneni
504 Krivogaštani
505 Kruševo
506 Mogila
507 Novaci
508 Prilep
509 Resen
601 Bogovinje
602 Brvenica
603 Vrapčište
604 Gostivar
605 Želino
606 Jegunovce
607 Mavrovo i Rostuše
608 Tearce
609 Tetovo
701 Kratovo
702 Kriva Palanka
703 Kumanovo
704 Lipkovo
705 Rankovce
706 Staro Nagoričane
801 Aerodrom
802 Aračinovo
803 Butel
804 Gazi Baba
805 Gjorče Petrov
806 Zelenikovo
807 Ilinden
808 Karpoš
809 Kisela Voda
810 Petrovec
811 Saraj
812 Sopište
813 Studeničani
814 Centar
815 Čair
816 Čučer-Sandevo
817 Šuto Orizari
01 Aerodrom
02 Aračinovo
03 Berovo
04 Bitola
05 Bogdanci
06 Bogovinje
07 Bosilovo
08 Brvenica
09 Butel
10 Valandovo
11 Vasilevo
12 Vevčani
13 Veles
14 Vinica
15 Vraneštica
16 Vrapčište
17 Gazi Baba
18 Gevgelija
19 Gostivar
20 Gradsko
21 Debar
22 Debarca
23 Delčevo
24 Demir Kapija
25 Demir Hisar
26 Doran
27 Dolneni
28 Drugovo
29 Gjorče Petrov
30 Želino
31 Zajas
32 Zelenikovo
33 Zrnovci
34 Ilinden
35 Jegunovce
36 Kavadarci
37 Karbinci
38 Karpoš
39 Kisela Voda
40 Kičevo
41 Konče
42 Kočani
43 Kratovo
44 Kriva Palanka
45 Krivogaštani
46 Kruševo
47 Kumanovo
48 Lipkovo
49 Lozovo
50 Mavrovo i Rostuša
51 Makedonska Kamenica
52 Makedonski Brod
53 Mogila
54 Negotino
55 Novaci
56 Novo Selo
57 Oslomej
58 Ohrid
59 Petrovec
60 Pehčevo
61 Plasnica
62 Prilep
63 Probištip
64 Radoviš
65 Rankovce
66 Resen
67 Rosoman
68 Saraj
69 Sveti Nikole
70 Sopište
71 Staro Nagoričane
72 Struga
73 Strumica
74 Studeničani
75 Tearce
76 Tetovo
77 Centar
78 Centar Župa
79 Čair
80 Čaška
81 Češinovo-Obleševo
82 Čučer Sandevo
83 Štip
84 Šuto Orizari
85 Skopje

ML
1 Kayes
10 Taoudénit
2 Koulikoro
3 Sikasso
4 Segou
5 Mopti
6 Tombouctou
7 Gao
8 Kidal
9 Ménaka
BKO Bamako

MM
01 Sagaing
02 Bago
03 Magway
04 Mandalay
05 Tanintharyi
06 Yangon
07 Ayeyarwady
11 Kachin
12 Kayah
13 Kayin
14 Chin
15 Mon
16 Rakhine
17 Shan
18 Nay Pyi Taw

MN
035 Orhon
037 Darhan
039 Hentiy
041 Hovsgol
043 Hovd
046 Uvs
047 Tov
049 Selenge
051 Suhbaatar
053 Omnogovi
055 Ovorhangay
057 Dzavhan
059 Dundgovi
061 Dornod
063 Dornogovi
064 Govi-Sumber
065 Govi-Altay
067 Bulgan
069 Bayanhongor
071 Bayan-Olgiy
073 Arhangay
1 Ulaanbaatar
074 Erdenet

MO

MP

MQ

MR
01 Hodh Ech Chargui
02 Hodh El Gharbi
03 Assaba
04 Gorgol
05 Brakna
06 Trarza
07 Adrar
08 Dakhlet Nouadhibou
09 Tagant
10 Guidimaka
11 Tiris Zemmour
12 Inchiri
13 Nouakchott Ouest
14 Nouakchott Nord
15 Nouakchott Sud
NKC Nouakchott

MS

MT
01 Attard
02 Balzan
03 Birgu
04 Birkirkara
05 Birżebbuġa
06 Bormla
07 Dingli
08 Fgura
09 Floriana
10 Fontana
11 Guda
12 Gżira
13 Għajnsielem
14 Għarb
15 Għargħur
16 Għasri
17 Għaxaq
18 Ħamrun
19 Iklin
20 Isla
21 Kalkara
22 Kerċem
23 Kirkop
24 Lija
25 Luqa
26 Marsa
27 Marsaskala
28 Marsaxlokk
29 Mdina
30 Mellieħa
31 Mġarr
32 Mosta
33 Mqabba
34 Msida
35 Mtarfa
36 Munxar
37 Nadur
38 Naxxar
39 Paola
40 Pembroke
41 Pietà
42 Qala
43 Qormi
44 Qrendi
45 Rabat Għawdex
46 Rabat Malta
47 Safi
48 San Ġiljan
49 San Ġwann
50 San Lawrenz
51 San Pawl il-Baħar
52 Sannat
53 Santa Luċija
54 Santa Venera
55 Siġġiewi
56 Sliema
57 Swieqi
58 Tai Xbiex
59 Tarzien
60 Valletta
61 Xagħra
62 Xewkija
63 Xgħajra
64 Żabbar
65 Żebbuġ Għawde
66 Żebbuġ Malta
67 Żejtun
68 Żurrieq

MU
AG Agalega Islands
BL Black River
CC Cargados Carajos Shoals
FL Flacq
GP Grand Port
MO Moka
PA Pamplemousses
PL Port Louis
PW Plaines Wilhems
RO Rodrigues Island
RR Riviere du Rempart
SA Savanne
BR Beau Bassin-Rose Hill
CP Vacoas-Phoenix
CU Curepipe
PU Port Louis (City)
QB Quatre Bornes
VP Vacoas-Phoenix

MV
00 Alifu Dhaalu
01 Seenu
02 Alifu Alifu
03 Lhaviyani
04 Vaavu
05 Laamu
07 Haa Alifu
08 Thaa
12 Meemu
13 Raa
14 Faafu
17 Dhaalu
20 Baa
23 Haa Dhaalu
24 Shaviyani
25 Noonu
26 Kaafu
27 Gaafu Alifu
28 Gaafu Dhaalu
29 Gnaviyani
MLE Malé
CE Central
NC Medhu-Uthuru
NO North
SC Medhu-Dhekunu
SU Dhekunu
UN Mathi-Uthuru
US Mathi-Dhekunu

MW
BA Balaka
BL Blantyre
C Central Region
CK Chikwawa
CR Chiradzulu
CT Chitipa
DE Dedza
DO Dowa
KR Karonga
KS Kasungu
LI Lilongwe
LK Likoma
MC Mchinji
MG Mangochi
MH Machinga
MU Mulanje
MW Mwanza
MZ Mzimba
N Northern Region
NB Nkhata Bay
NE Neno
NI Ntchisi
NK Nkhotakota
NS Nsanje
NU Ntcheu
PH Phalombe
RU Rumphi
S Southern Region
SA Salima
TH Thyolo
ZO Zomba

MX
AGU Aguascalientes
BCN Baja California
BCS Baja California Sur
CAM Campeche
CHH Chihuahua
CHP Chiapas
CMX Ciudad de México
COA Coahuila de Zaragoza
COL Colima
DUR Durango
GRO Guerrero
GUA Guanajuato
HID Hidalgo
JAL Jalisco
MEX Estado de México
MIC Michoacán de Ocampo
MOR Morelos
NAY Nayarit
NLE Nuevo León
OAX Oaxaca
PUE Puebla
QUE Querétaro de Arteaga
ROO Quintana Roo
SIN Sinaloa
SLP San Luis Potosí
SON Sonora
TAB Tabasco
TAM Tamaulipas
TLA Tlaxcala
VER Veracruz
YUC Yucatán
ZAC Zacatecas
DIF Ciudad de México
DF Ciudad de México
`
