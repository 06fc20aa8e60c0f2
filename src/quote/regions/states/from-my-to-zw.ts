/** The states of the countries from MY to ZW, as `../states.ts` says, and under its licenses. */
export const statesFromMyToZw = `
MY
01 Johor
02 Kedah
03 Kelantan
04 Melaka
05 Negeri Sembilan
06 Pahang
07 Pulau Pinang
08 Perak
09 Perlis
10 Selangor
11 Terengganu
12 Sabah
13 Sarawak
14 Wilayah Persekutuan (Kuala Lumpur)
15 Wilayah Persekutuan (Labuan)
16 Wilayah Persekutuan (Putrajaya)
JHR Johor
KDH Kedah
KTN Kelantan
KUL Wilayah Persekutuan (Kuala Lumpur)
LBN Wilayah Persekutuan (Labuan)
MLK Melaka
NSN Negeri Sembilan
PHG Pahang
PJY Wilayah Persekutuan (Putrajaya)
PLS Perlis
PNG Pulau Pinang
PRK Perak
SBH Sabah
SGR Selangor
SWK Sarawak
TRG Terengganu

MZ
A Niassa
B Manica
G Gaza
I Inhambane
L Maputo
MPM Maputo (City)
N Nampula
P Cabo Delgado
Q Zambezia
S Sofala
T Tete

NA
CA Zambezi
ER Erongo
HA Hardap
KA Karas
KE Kavango East
KH Khomas
KU Kunene
KW Kavango West
OD Otjozondjupa
OH Omaheke
ON Oshana
OS Omusati
OT Oshikoto
OW Ohangwena

NC

NE
1 Agadez
2 Diffa
3 Dosso
4 Maradi
5 Tahoua
6 Tillabéri
7 Zinder
8 Niamey

NF

NG
AB Abia
AD Adamawa
AK Akwa Ibom
AN Anambra
BA Bauchi
BE Benue
BO Borno
BY Bayelsa
CR Cross River
DE Delta
EB Ebonyi
ED Edo
EK Ekiti
EN Enugu
FC Abuja Federal Capital Territory
GO Gombe
IM Imo
JI Jigawa
KD Kaduna
KE Kebbi
KN Kano
KO Kogi
KT Katsina
KW Kwara
LA Lagos
NA Nasarawa
NI Niger
OG Ogun
ON Ondo
OS Osun
OY Oyo
PL Plateau
RI Rivers
SO Sokoto
TA Taraba
YO Yobe
ZA Zamfara

NI
AN Atlántico Norte
AS Atlántico Sur
BO Boaco
CA Carazo
CI Chinandega
CO Chontales
ES Estelí
GR Granada
JI Jinotega
LE León
MD Madriz
MN Managua
MS Masaya
MT Matagalpa
NS Nueva Segovia
RI Rivas
SJ Río San Juan

NL
AW Aruba
BQ1 Bonaire
BQ2 Saba
BQ3 Sint Eustatius
CW Curaçao
DR Drenthe
FL Flevoland
FR Friesland
GE Gelderland
GR Groningen
LI Limburg
NB Noord-Brabant
NH Noord-Holland
OV Overijssel
SX Sint Maarten
UT Utrecht
ZE Zeeland
ZH Zuid-Holland

NO
03 Oslo
11 Rogaland
15 Møre og Romsdal
18 Nordland
21 Svalbard
22 Jan Mayen
30 Viken
34 Innlandet
38 Vestfold og Telemark
42 Agder
46 Vestland
50 Trøndelag
54 Troms og Finnmark
01 Østfold
02 Akershus
04 Hedmark
05 Oppland
06 Buskerud
07 Vestfold
08 Telemark
09 Aust-Agder
10 Vest-Agder
12 Hordaland
14 Sogn og Fjordane
16 Sør-Trøndelag
17 Nord-Trøndelag
19 Troms
20 Finnmark
31 Østfold
32 Akershus
33 Buskerud
39 Vestfold
40 Telemark
55 Troms
56 Finnmark

NP
P1 Koshi
P2 Madhesh
P3 Bāgmatī
P4 Gaṇḍakī
P5 Lumbini
P6 Karṇālī
P7 Sudūrpashchim
1 Province No. 1
2 Madhesh Province
3 Bagmati Province
4 Gandaki Province
5 Lumbini Province
6 Karnali Province
7 Sudurpashchim Province
BA Bāgmatī
BH Bheri
DH Dhawalagiri
GA Gaṇḍakī
JA Janakpur
KA Karṇālī
KO Kosi
LU Lumbini
MA Mahakali
ME Mechi
NA Narayani
RA Rapti
SA Sagarmatha
SE Seti

NR
01 Aiwo
02 Anabar
03 Anetan
04 Anibare
05 Baiti
06 Boe
07 Buada
08 Denigomodu
09 Ewa
10 Ijuw
11 Meneng
12 Nibok
13 Uaboe
14 Yaren

NU

NZ
AUK Auckland
BOP Bay of Plenty
CAN Canterbury
CIT Chatham Islands Territory
GIS Gisborne
HKB Hawke's Bay
MBH Marlborough
MWT Manawatu-Wanganui
NSN Nelson
NTL Northland
OTA Otago
STL Southland
TAS Tasman
TKI Taranaki
WGN Wellington
WKO Waikato
WTC West Coast
N North Island
S South Island
AK Auckland
BP Bay of Plenty
CT Canterbury
GI Gisborne
HB Hawke's Bay
MB Marlborough
MW Manawatu-Wanganui
NL Northland
NS Nelson
OT Otago
SL Southland
TK Taranaki
TM Tasman
WA Waikato
WC West Coast
WE Wellington

OM
BJ Janūb al Bāţinah
BS Shamāl al Bāţinah
BU Al Buraymī
DA Ad Dākhilīyah
MA Masqaţ
MU Musandam
SJ Janūb ash Sharqīyah
SS Shamāl ash Sharqīyah
WU Al Wusţá
ZA Az̧ Z̧āhirah
ZU Z̧ufār
BA Al Bāţinah
SH Ash Sharqīyah

PA
1 Bocas del Toro
10 Panamá Oeste
2 Coclé
3 Colón
4 Chiriquí
5 Darién
6 Herrera
7 Los Santos
8 Panamá
9 Veraguas
EM Emberá
KY Kuna Yala
NB Ngäbe-Buglé
NT Naso Tjër Di

PE
AMA Amazonas
ANC Ancash
APU Apurimac
ARE Arequipa
AYA Ayacucho
CAJ Cajamarca
CAL Callao
CUS Cusco
HUC Huanuco
HUV Huancavelica
ICA Ica
JUN Junin
LAL La Libertad
LAM Lambayeque
LIM Lima
LMA Municipalidad Metropolitana de Lima
LOR Loreto
MDD Madre de Dios
MOQ Moquegua
PAS Pasco
PIU Piura
PUN Puno
SAM San Martin
TAC Tacna
TUM Tumbes
UCA Ucayali

PF

PG
CPK Chimbu
CPM Central
EBR East New Britain
EHG Eastern Highlands
EPW Enga
ESW East Sepik
GPK Gulf
HLA Hela
JWK Jiwaka
MBA Milne Bay
MPL Morobe
MPM Madang
MRL Manus
NCD Port Moresby
NIK New Ireland
NPP Northern
NSB Bougainville
SAN West Sepik
SHM Southern Highlands
WBK West New Britain
WHM Western Highlands
WPD Western
MOM Madang

PH
00 National Capital Region
01 Ilocos
02 Cagayan Valley
03 Central Luzon
05 Bicol
06 Western Visayas
07 Central Visayas
08 Eastern Visayas
09 Zamboanga Peninsula
10 Northern Mindanao
11 Davao
12 Soccsksargen
13 Caraga
14 Autonomous Region in Muslim Mindanao
15 Cordillera Administrative Region
40 Calabarzon
41 Mimaropa
ABR Abra
AGN Agusan del Norte
AGS Agusan del Sur
AKL Aklan
ALB Albay
ANT Antique
APA Apayao
AUR Aurora
BAN Bataan
BAS Basilan
BEN Benguet
BIL Biliran
BOH Bohol
BTG Batangas
BTN Batanes
BUK Bukidnon
BUL Bulacan
CAG Cagayan
CAM Camiguin
CAN Camarines Norte
CAP Capiz
CAS Camarines Sur
CAT Catanduanes
CAV Cavite
CEB Cebu
COM Davao de Oro
DAO Davao Oriental
DAS Davao del Sur
DAV Davao del Norte
DIN Dinagat Islands
DVO Davao Occidental
EAS Eastern Samar
GUI Guimaras
IFU Ifugao
ILI Iloilo
ILN Ilocos Norte
ILS Ilocos Sur
ISA Isabela
KAL Kalinga
LAG Laguna
LAN Lanao del Norte
LAS Lanao del Sur
LEY Leyte
LUN La Union
MAD Marinduque
MAS Masbate
MDC Mindoro Occidental
MDR Mindoro Oriental
MGN Maguindanao del Norte
MGS Maguindanao del Sur
MOU Mountain Province
MSC Misamis Occidental
MSR Misamis Oriental
NCO Cotabato
NEC Negros Occidental
NER Negros Oriental
NSA Northern Samar
NUE Nueva Ecija
NUV Nueva Vizcaya
PAM Pampanga
PAN Pangasinan
PLW Palawan
QUE Quezon
QUI Quirino
RIZ Rizal
ROM Romblon
SAR Sarangani
SCO South Cotabato
SIG Siquijor
SLE Southern Leyte
SLU Sulu
SOR Sorsogon
SUK Sultan Kudarat
SUN Surigao del Norte
SUR Surigao del Sur
TAR Tarlac
TAW Tawi-Tawi
WSA Samar
ZAN Zamboanga del Norte
ZAS Zamboanga del Sur
ZMB Zambales
ZSI Zamboanga Sibugay
MAG Maguindanao

PK
BA Balochistan
GB Gilgit-Baltistan
IS Islamabad
JK Azad Kashmir
KP Khyber Pakhtunkhwa
PB Punjab
SD Sindh
TA Federally Administered Tribal Areas
NW Khaibar Pakhtunkhwa

PL
02 Dolnośląskie
04 Kujawsko-pomorskie
06 Lubelskie
08 Lubuskie
10 Łódzkie
12 Małopolskie
14 Mazowieckie
16 Opolskie
18 Podkarpackie
20 Podlaskie
22 Pomorskie
24 Śląskie
26 Świętokrzyskie
28 Warmińsko-mazurskie
30 Wielkopolskie
32 Zachodniopomorskie
DS Dolnośląskie
KP Kujawsko-pomorskie
LB Lubuskie
LD Łódzkie
LU Lubelskie
MA Małopolskie
MZ Mazowieckie
OP Opolskie
PD Podlaskie
PK Podkarpackie
PM Pomorskie
SK Świętokrzyskie
SL Śląskie
WN Warmińsko-mazurskie
WP Wielkopolskie
ZP Zachodniopomorskie

PM

PN

PR

PS
BTH Bayt Laḩm
DEB Dayr al Balaḩ
GZA Ghazzah
HBN Ak Khalīl
JEM Al Quds
JEN Janīn
JRH Arīḩā wal Aghwār
KYS Khān Yūnis
NBS Nāblus
NGZ Shamāl Ghazzah
QQA Qalqīyah
RBH Rām Allāh wal Bīrah
RFH Rafaḩ
SLT Salfīt
TBS Ţūbās
TKM Ţūlkarm

PT
01 Aveiro
02 Beja
03 Braga
04 Bragança
05 Castelo Branco
06 Coimbra
07 Évora
08 Faro
09 Guarda
10 Leiria
11 Lisboa
12 Portalegre
13 Porto
14 Santarém
15 Setúbal
16 Viana do Castelo
17 Vila Real
18 Viseu
20 Açores
30 Madeira

PW
002 Aimeliik
004 Airai
010 Angaur
050 Hatobohei
100 Kayangel
150 Koror
212 Melekeok
214 Ngaraard
218 Ngarchelong
222 Ngardmau
224 Ngatpang
226 Ngchesar
227 Ngeremlengui
228 Ngiwal
350 Peleliu
370 Sonsoral

PY
1 Concepcion
10 Alto Parana
11 Central
12 Neembucu
13 Amambay
14 Canindeyu
15 Presidente Hayes
16 Alto Paraguay
19 Boquerón
2 San Pedro
3 Cordillera
4 Guaira
5 Caaguazu
6 Caazapa
7 Itapua
8 Misiones
9 Paraguari
ASU Asuncion
17 Boqueron

QA
DA Ad Dawḩah
KH Al Khawr wa adh Dhakhīrah
MS Ash Shamāl
RA Ar Rayyān
SH Ash Shīḩānīyah
US Umm Şalāl
WA Al Wakrah
ZA Az̧ Za̧\`āyin

RE

RO
AB Alba
AG Arges
AR Arad
B Bucharest
BC Bacau
BH Bihor
BN Bistrita-Nasaud
BR Braila
BT Botosani
BV Brasov
BZ Buzau
CJ Cluj
CL Calarasi
CS Caras-Severin
CT Constanta
CV Covasna
DB Dambovita
DJ Dolj
GJ Gorj
GL Galati
GR Giurgiu
HD Hunedoara
HR Harghita
IF Ilfov
IL Ialomita
IS Iasi
MH Mehedinti
MM Maramures
MS Mures
NT Neamt
OT Olt
PH Prahova
SB Sibiu
SJ Salaj
SM Satu Mare
SV Suceava
TL Tulcea
TM Timis
TR Teleorman
VL Valcea
VN Vrancea
VS Vaslui

RS
00 Beograd (Belgrade)
01 Severnobački
02 Srednjebanatski
03 Severnobanatski
04 Južnobanatski
05 Zapadnobački
06 Južnobački
07 Sremski
08 Mačvanski
09 Kolubarski
10 Podunavski
11 Braničevski
12 Šumadijski
13 Pomoravski
14 Borski
15 Zaječarski
16 Zlatiborski
17 Moravički
18 Raški
19 Rasinski
20 Nišavski
21 Toplički
22 Pirotski
23 Jablanički
24 Pčinjski
25 Kosovski
26 Pećki
27 Prizrenski
28 Kosovsko-Mitrovački
29 Kosovsko-Pomoravski
KM Kosovo-Metohija
VO Vojvodina

RU
AD Republic of Adygea
AL Republic of Altai (Gorno-Altaysk)
ALT Altai Krai
AMU Amur Oblast
ARK Arkhangelsk Oblast
AST Astrakhan Oblast
BA Republic of Bashkortostan
BEL Belgorod Oblast
BRY Bryansk Oblast
BU Republic of Buryatia
CE Chechen Republic
CHE Chelyabinsk Oblast
CHU Chukotka Autonomous Okrug
CU Chuvash Republic
DA Republic of Dagestan
IN Republic of Ingushetia
IRK Irkutsk Oblast
IVA Ivanovo Oblast
KAM Kamchatka Krai
KB Kabardino-Balkar Republic
KC Karachay-Cherkess Republic
KDA Krasnodar Krai
KEM Kemerovo Oblast
KGD Kaliningrad Oblast
KGN Kurgan Oblast
KHA Khabarovsk Krai
KHM Khanty-Mansi Autonomous Okrug - Yugra
KIR Kirov Oblast
KK Republic of Khakassia
KL Republic of Kalmykia
KLU Kaluga Oblast
KO Komi Republic
KOS Kostroma Oblast
KR Republic of Karelia
KRS Kursk Oblast
KYA Krasnoyarsk Krai
LEN Leningrad Oblast
LIP Lipetsk Oblast
MAG Magadan Oblast
ME Mari El Republic
MO Republic of Mordovia
MOS Moscow Oblast
MOW Moscow
MUR Murmansk Oblast
NEN Nenets Autonomous Okrug
NGR Novgorod Oblast
NIZ Nizhny Novgorod Oblast
NVS Novosibirsk Oblast
OMS Omsk Oblast
ORE Orenburg Oblast
ORL Oryol Oblast
PER Perm Krai
PNZ Penza Oblast
PRI Primorsky Krai
PSK Pskov Oblast
ROS Rostov Oblast
RYA Ryazan Oblast
SA Sakha (Yakutia) Republic
SAK Sakhalin Oblast
SAM Samara Oblast
SAR Saratov Oblast
SE Republic of North Ossetia-Alania
SMO Smolensk Oblast
SPE Saint Petersburg
STA Stavropol Krai
SVE Sverdlovsk Oblast
TA Republic of Tatarstan
TAM Tambov Oblast
TOM Tomsk Oblast
TUL Tula Oblast
TVE Tver Oblast
TY Tuva Republic
TYU Tyumen Oblast
UD Udmurt Republic
ULY Ulyanovsk Oblast
VGG Volgograd Oblast
VLA Vladimir Oblast
VLG Vologda Oblast
VOR Voronezh Oblast
YAN Yamalo-Nenets Autonomous Okrug
YAR Yaroslavl Oblast
YEV Jewish Autonomous Oblast
ZAB Zabaykalsky Krai
JEW Jewish Autonomous Oblast
KLN Kaliningrad Oblast
MU Murmansk Oblast
NOA Republic of North Ossetia-Alania
TU Tuva Republic

RW
01 Kigali
02 Eastern
03 Northern
04 Western
05 Southern

SA
01 Ar Riyad
02 Makkah al Mukarramah
03 Al Madinah al Munawwarah
04 Ash Sharqiyah
05 Al Qasim
06 Ha'il
07 Tabuk
08 Al Hudud ash Shamaliyah
09 Jazan
10 Najran
11 Al Bahah
12 Al Jawf
14 'Asir

SB
CE Central
CH Choiseul
CT Honiara
GU Guadalcanal
IS Isabel
MK Makira-Ulawa
ML Malaita
RB Rennell and Bellona
TE Temotu
WE Western

SC
01 Anse aux Pins
02 Anse Boileau
03 Anse Etoile
04 Anu Cap
05 Anse Royale
06 Baie Lazare
07 Baie Sainte Anne
08 Beau Vallon
09 Bel Air
10 Bel Ombre
11 Cascade
12 Glacis
13 Grand'Anse Mahe
14 Grand'Anse Praslin
15 La Digue
16 La Riviere Anglaise
17 Mont Buxton
18 Mont Fleuri
19 Plaisance
20 Pointe La Rue
21 Port Glaud
22 Saint Louis
23 Takamaka
24 Les Mamelles
25 Roche Caiman
26 Ile Perseverance I
27 Ile Perseverance II

SD
DC Wasat Darfur Zalinjay
DE Sharq Darfur
DN Shamal Darfur
DS Janub Darfur
DW Gharb Darfur
GD Al Qadarif
GK Gharb Kurdufan
GZ Al Jazirah
KA Kassala
KH Al Khartum
KN Shiamal Kurdufan
KS Janub Kurdufan
NB An Nil al Azraq
NO Ash Shamaliyah
NR Nahr an Nil
NW An Nil al Abyad
RS Al Bahr al Ahmar
SI Sinnar

SE
AB Stockholm
AC Västerbotten
BD Norrbotten
C Uppsala
D Södermanland
E Östergötland
F Jönköping
G Kronoberg
H Kalmar
I Gotland
K Blekinge
M Skåne
N Halland
O Västra Götaland
S Värmland
T Örebro
U Västmanland
W Dalarna
X Gävleborg
Y Västernorrland
Z Jämtland

SG
01 Central Singapore
02 North East
03 North West
04 South East
05 South West

SH
AC Ascension
HL Saint Helena
TA Tristan da Cunha

SI
001 Ajdovscina
002 Beltinci
003 Bled
004 Bohinj
005 Borovnica
006 Bovec
007 Brda
008 Brezovica
009 Brezice
010 Tisina
011 Celje
012 Cerklje na Gorenjskem
013 Cerknica
014 Cerkno
015 Crensovci
016 Crna na Koroskem
017 Crnomelj
018 Destrnik
019 Divaca
020 Dobrepolje
021 Dobrova-Polhov Gradec
022 Dol pri Ljubljani
023 Domzale
024 Dornava
025 Dravograd
026 Duplek
027 Gorenja Vas-Poljane
028 Gorisnica
029 Gornja Radgona
030 Gornji Grad
031 Gornji Petrovci
032 Grosuplje
033 Salovci
034 Hrastnik
035 Hrpelje-Kozina
036 Idrija
037 Ig
038 Ilirska Bistrica
039 Ivancna Gorica
040 Izola
041 Jesenice
042 Jursinci
043 Kamnik
044 Kanal
045 Kidricevo
046 Kobarid
047 Kobilje
048 Kocevje
049 Komen
050 Koper
051 Kozje
052 Kranj
053 Kranjska Gora
054 Krsko
055 Kungota
056 Kuzma
057 Lasko
058 Lenart
059 Lendava
060 Litija
061 Ljubljana
062 Ljubno
063 Ljutomer
064 Logatec
065 Loska Dolina
066 Loski Potok
067 Luce
068 Lukovica
069 Majsperk
070 Maribor
071 Medvode
072 Menges
073 Metlika
074 Mezica
075 Miren-Kostanjevica
076 Mislinja
077 Moravce
078 Moravske Toplice
079 Mozirje
080 Murska Sobota
081 Muta
082 Naklo
083 Nazarje
084 Nova Gorica
085 Novo Mesto
086 Odranci
087 Ormoz
088 Osilnica
089 Pesnica
090 Piran
091 Pivka
092 Podcetrtek
093 Podvelka
094 Postojna
095 Preddvor
096 Ptuj
097 Puconci
098 Race-Fram
099 Radece
100 Radenci
101 Radlje ob Dravi
102 Radovljica
103 Ravne na Koroskem
104 Ribnica
105 Rogasovci
106 Rogaska Slatina
107 Rogatec
108 Ruse
109 Semic
110 Sevnica
111 Sezana
112 Slovenj Gradec
113 Slovenska Bistrica
114 Slovenske Konjice
115 Starse
116 Sveti Jurij
117 Sencur
118 Sentilj
119 Sentjernej
120 Sentjur
121 Skocjan
122 Skofja Loka
123 Skofljica
124 Smarje pri elsah
125 Smartno ob Paki
126 Sostanj
127 Store
128 Tolmin
129 Trbovlje
130 Trebnje
131 Trzic
132 Turnisce
133 Velenje
134 Velike Lasce
135 Videm
136 Vipava
137 Vitanje
138 Vodice
139 Vojnik
140 Vrhnika
141 Vuzenica
142 Zagorje ob Savi
143 Zavrc
144 Zrece
146 Zelezniki
147 Ziri
148 Benedikt
149 Bistrica ob Sotli
150 Bloke
151 Braslovce
152 Cankova
153 Cerkvenjak
154 Dobje
155 Dobrna
156 Dobrovnik
157 Dolenjske Toplice
158 Grad
159 Hajdina
160 Hoce-Slivnica
161 Hodos
162 Horjul
163 Jezersko
164 Komenda
165 Kostel
166 Krizevci
167 Lovrenc na Pohorju
168 Markovci
169 Miklavz na Dravskem Polju
170 Mirna Pec
171 Oplotnica
172 Podlehnik
173 Polzela
174 Prebold
175 Prevalje
176 Razkrizje
177 Ribnica na Poboriu
178 Selnica ob Dravi
179 Sodrazica
180 Solcava
181 Sveta Ana
182 Sveta Andraz v Slovenskih Goricah
183 Sempeter-Vrtojba
184 Tabor
185 Trnovska Vas
186 Trzin
187 Velika Polana
188 Verzej
189 Vransko
190 Zalec
191 Zetale
192 Zirovnica
193 Zuzemberk
194 Smartno pri Litiji
195 Apace
196 Cirkulane
197 Kodanjevica na Krki
198 Makole
199 Mokronog-Trebelno
200 Poljcane
201 Rence-Vogrsko
202 Sredisce ob Dravi
203 Straza
204 Sveta Trojica v Slovenskih Goricah
205 Sveti Tomaz
206 Smarjeske Toplice
207 Gorje
208 Log-Dragomer
209 Recica ob Savinji
210 Sveti Jurij v Slovenskih Goricah
211 Sentrupert
212 Mirna
213 Ankaran

SK
BC Banskobystricky
BL Bratislavsky
KI Kosicky
NI Nitriansky
PV Presovsky
TA Trnavsky
TC Trenciansky
ZI Zilinsky

SL
E Eastern
N Northern
NW North Western
S Southern
W Western

SM
01 Acquaviva
02 Chiesanuova
03 Domagnano
04 Faetano
05 Fiorentino
06 Borgo Maggiore
07 San Marino
08 Montegiardino
09 Serravalle

SN
DB Diourbel
DK Dakar
FK Fatick
KA Kaffrine
KD Kolda
KE Kedougou
KL Kaolack
LG Louga
MT Matam
SE Sedhiou
SL Saint-Louis
TC Tambacounda
TH Thies
ZG Ziguinchor

SO
AW Awdal
BK Bakool
BN Banaadir
BR Bari
BY Bay
GA Galguduud
GE Gedo
HI Hiiraan
JD Jubbada Dhexe
JH Jubbada Hoose
MU Mudug
NU Nugaal
SA Sanaag
SD Shabeellaha Dhexe
SH Shabeellaha Hoose
SO Sool
TO Togdheer
WO Woqooyi Galbeed

SR
BR Brokopondo
CM Commewijne
CR Coronie
MA Marowijne
NI Nickerie
PM Paramaribo
PR Para
SA Saramacca
SI Sipaliwini
WA Wanica

SS
BN Northern Bahr el Ghazal
BW Western Bahr el Ghazal
EC Central Equatoria
EE Eastern Equatoria
EW Western Equatoria
JG Jonglei
LK Lakes
NU Upper Nile
UY Unity
WR Warrap
CE Central Equatoria

ST
01 Água Grande
02 Cantagalo
03 Caué
04 Lembá
05 Lobata
06 Mé-Zóchi
P Principe
S Sao Tome

SV
AH Ahuachapán
CA Cabañas
CH Chalatenango
CU Cuscatlán
LI La Libertad
MO Morazán
PA La Paz
SA Santa Ana
SM San Miguel
SO Sonsonate
SS San Salvador
SV San Vicente
UN La Unión
US Usulután

SX

SY
DI Dimashq
DR Dar'a
DY Dayr az Zawr
HA Al Hasakah
HI Hims
HL Halab
HM Hamah
ID Idlib
LA Al Ladhiqiyah
QU Al Qunaytirah
RA Ar Raqqah
RD Rif Dimashq
SU As Suwayda'
TA Tartus

SZ
HH Hhohho
LU Lubombo
MA Manzini
SH Shiselweni

TC

TD
BA Batha
BG Bahr el Ghazal
BO Borkou
CB Chari-Baguirmi
EE Ennedi-Est
EO Ennedi-Ouest
GR Guéra
HL Hadjer Lamis
KA Kanem
LC Lac
LO Logone Occidental
LR Logone Oriental
MA Mondoul
MC Moyen-Chari
ME Mayo-Kébbi-Est
MO Māyū Kībbī al Gharbī
ND Ville de Ndjamena
OD Ouaddai
SA Salamat
SI Sila
TA Tandjilé
TI Tibesti
WF Wadi Fira

TF

TG
C Centre
K Kara
M Maritime
P Plateaux
S Savannes

TH
10 Krung Thep Mahanakhon (Bangkok)
11 Samut Prakan
12 Nonthaburi
13 Pathum Thani
14 Phra Nakhon Si Ayutthaya
15 Ang Thong
16 Lop Buri
17 Sing Buri
18 Chai Nat
19 Saraburi
20 Chon Buri
21 Rayong
22 Chanthaburi
23 Trat
24 Chachoengsao
25 Prachin Buri
26 Nakhon Nayok
27 Sa Kaeo
30 Nakhon Ratchasima
31 Buri Ram
32 Surin
33 Si Sa ket
34 Ubon Ratchathani
35 Yasothon
36 Chaiyaphum
37 Amnat Charoen
38 Bueng Kan
39 Nong Bua Lam Phu
40 Khon Kaen
41 Udon Thani
42 Loei
43 Nong Khai
44 Maha Sarakham
45 Roi Et
46 Kalasin
47 Sakon Nakhon
48 Nakhon Phanom
49 Mukdahan
50 Chiang Mai
51 Lamphun
52 Lampang
53 Uttaradit
54 Phrae
55 Nan
56 Phayao
57 Chiang Rai
58 Mae Hong Son
60 Nakhon Sawan
61 Uthai Thani
62 Kamphaeng Phet
63 Tak
64 Sukhothai
65 Phitsanulok
66 Phichit
67 Phetchabun
70 Ratchaburi
71 Kanchanaburi
72 Suphan Buri
73 Nakhon Phathom
74 Samut Sakhon
75 Samut Songkhram
76 Phetchaburi
77 Prachuap Khiri Khan
80 Nakhon Si Thammarat
81 Krabi
82 Phangnga
83 Phuket
84 Surat Thani
85 Ranong
86 Chumphon
90 Songkhla
91 Satun
92 Trang
93 Phatthalung
94 Pattani
95 Yala
96 Narathiwat
S Phatthaya

TJ
DU Dushanbe
GB Kŭhistoni Badakhshon
KT Khatlon
RA nohiyahoi tobei jumhurí
SU Sughd

TK

TL
AL Aileu
AN Ainaro
BA Baucau
BO Bobonaro
CO Cova Lima
DI Dili
ER Ermera
LA Lautem
LI Liquica
MF Manufahi
MT Manatuto
OE Oecussi
VI Viqueque

TM
A Ahal
B Balkan
D Dashoguz
L Lebap
M Mary
S Asgabat

TN
11 Tunis
12 Ariana
13 Ben Arous
14 La Manouba
21 Nabeul
22 Zaghouan
23 Bizerte
31 Beja
32 Jendouba
33 Kef
34 Siliana
41 Kairouan
42 Kasserine
43 Sidi Bouzid
51 Sousse
52 Monastir
53 Mahdia
61 Sfax
71 Gafsa
72 Tozeur
73 Kebili
81 Gabes
82 Medenine
83 Tataouine

TO
01 'Eua
02 Ha'apai
03 Niuas
04 Tongatapu
05 Vava'u

TR
01 Adana
02 Adiyaman
03 Afyonkarahisar
04 Agri
05 Amasya
06 Ankara
07 Antalya
08 Artvin
09 Aydin
10 Balikesir
11 Bilecik
12 Bingol
13 Bitlis
14 Bolu
15 Burdur
16 Bursa
17 Canakkale
18 Cankiri
19 Corum
20 Denizli
21 Diyarbakir
22 Edirne
23 Elazig
24 Erzincan
25 Erzurum
26 Eskisehir
27 Gaziantep
28 Giresun
29 Gumushane
30 Hakkari
31 Hatay
32 Isparta
33 Mersin
34 Istanbul
35 Izmir
36 Kars
37 Kastamonu
38 Kayseri
39 Kirklareli
40 Kirsehir
41 Kocaeli
42 Konya
43 Kutahya
44 Malatya
45 Manisa
46 Kahramanmaras
47 Mardin
48 Mugla
49 Mus
50 Nevsehir
51 Nigde
52 Ordu
53 Rize
54 Sakarya
55 Samsun
56 Siirt
57 Sinop
58 Sivas
59 Tekirdag
60 Tokat
61 Trabzon
62 Tunceli
63 Sanliurfa
64 Usak
65 Van
66 Yozgat
67 Zonguldak
68 Aksaray
69 Bayburt
70 Karaman
71 Kirikkale
72 Batman
73 Sirnak
74 Bartin
75 Ardahan
76 Igdir
77 Yalova
78 Karabuk
79 Kilis
80 Osmaniye
81 Duzce

TT
ARI Arima
CHA Chaguanas
CTT Couva-Tabaquite-Talparo
DMN Diefo Martin
MRC Mayaro-Rio Claro
PED Penal-Debe
POS Port-of-Spain
PRT Princes Town
PTF Point Fortin
SFO San Fernando
SGE Sangre Grande
SIP Siparia
SJL San Juan-Laventille
TOB Tobago
TUP Tunapuna-Piarco
ETO Eastern Tobago
RCM Rio Claro-Mayaro
WTO Western Tobago

TV
FUN Funafuti
NIT Niutao
NKF Nukufetau
NKL Nukulaelae
NMA Nanumea
NMG Nanumanga
NUI Nui
VAI Vaitupu
VAU Vaitupu

TW
CHA Changhua
CYI Chiayi
CYQ Chiayi
HSQ Hsinchu
HSZ Hsinchu
HUA Hualien
ILA Yilan
KEE Keelung
KHH Kaohsiung
KIN Kinmen
LIE Lienchiang
MIA Miaoli
NAN Nantou
NWT New Taipei
PEN Penghu
PIF Pingtung
TAO Taoyuan
TNN Tainan
TPE Taipei
TTT Taitung
TXG Taichung
YUN Yunlin
KHQ Kaohsiung
TNQ Tainan
TPQ New Taipei
TXQ Taichung

TZ
01 Arusha
02 Dar es Salaam
03 Dodoma
04 Iringa
05 Kagera
06 Pemba North
07 Zanzibar North
08 Kigoma
09 Kilimanjaro
10 Pemba South
11 Zanzibar Central/South
12 Lindi
13 Mara
14 Mbeya
15 Zanzibar Urban/West
16 Morogoro
17 Mtwara
18 Mwanza
19 Coast
20 Rukwa
21 Ruvuma
22 Shinyanga
23 Singida
24 Tabora
25 Tanga
26 Manyara
27 Geita
28 Katavi
29 Njombe
30 Simiyu
31 Songwe

UA
05 Vinnytska oblast
07 Volynska oblast
09 Luhanska oblast
12 Dnipropetrovska oblast
14 Donetska oblast
18 Zhytomyrska oblast
21 Zakarpatska oblast
23 Zaporizka oblast
26 Ivano-Frankivska oblast
30 Kyiv
32 Kyivska oblast
35 Kirovohradska oblast
40 Sevastopol
43 Avtonomna Respublika Krym
46 Lvivska oblast
48 Mykolaivska oblast
51 Odeska oblast
53 Poltavska oblast
56 Rivnenska oblast
59 Sumska oblast
61 Ternopilska oblast
63 Kharkivska oblast
65 Khersonska oblast
68 Khmelnytska oblast
71 Cherkaska oblast
74 Chernihivska oblast
77 Chernivetska oblast

UG
101 Kalangala
102 Kampala
103 Kiboga
104 Luwero
105 Masaka
106 Mpigi
107 Mubende
108 Mukono
109 Nakasongola
110 Rakai
111 Sembabule
112 Kayunga
113 Wakiso
114 Lyantonde
115 Mityana
116 Nakaseke
117 Buikwe
118 Bukomansibi
119 Butambala
120 Buvuma
121 Gomba
122 Kalungu
123 Kyankwanzi
124 Lwengo
125 Kyotera
126 Kasanda
201 Bugiri
202 Busia
203 Iganga
204 Jinja
205 Kamuli
206 Kapchorwa
207 Katakwi
208 Kumi
209 Mbale
210 Pallisa
211 Soroti
212 Tororo
213 Kaberamaido
214 Mayuge
215 Sironko
216 Amuria
217 Budaka
218 Bududa
219 Bukedea
220 Bukwo
221 Butaleja
222 Kaliro
223 Manafwa
224 Namutumba
225 Bulambuli
226 Buyende
227 Kibuku
228 Kween
229 Luuka
230 Namayingo
231 Ngora
232 Serere
233 Butebo
234 Namisindwa
235 Bugweri
236 Kapelebyong
237 Kalaki
301 Adjumani
302 Apac
303 Arua
304 Gulu
305 Kitgum
306 Kotido
307 Lira
308 Moroto
309 Moyo
310 Nebbi
311 Nakapiripirit
312 Pader
313 Yumbe
314 Abim
315 Amolatar
316 Amuru
317 Dokolo
318 Kaabong
319 Koboko
320 Maracha
321 Oyam
322 Agago
323 Alebtong
324 Amudat
325 Kole
326 Lamwo
327 Napak
328 Nwoya
329 Otuke
330 Zombo
331 Omoro
332 Pakwach
333 Kwania
334 Nabilatuk
335 Karenga
336 Madi-Okollo
337 Obongi
401 Bundibugyo
402 Bushenyi
403 Hoima
404 Kabale
405 Kabarole
406 Kasese
407 Kibaale
408 Kisoro
409 Masindi
410 Mbarara
411 Ntungamo
412 Rukungiri
413 Kamwenge
414 Kanungu
415 Kyenjojo
416 Buliisa
417 Ibanda
418 Isingiro
419 Kiruhura
420 Buhweju
421 Kiryandongo
422 Kyegegwa
423 Mitooma
424 Ntoroko
425 Rubirizi
426 Sheema
427 Kagadi
428 Kakumiro
429 Rubanda
430 Bunyangabu
431 Rukiga
432 Kikuube
433 Kazo
434 Kitagwenda
435 Rwampara
C Central
E Eastern
N Northern
W Western

UM
67 Johnston Atoll
71 Midway Islands
76 Navassa Island
79 Wake Island
81 Baker Island
84 Howland Island
86 Jarvis Island
89 Kingman Reef
95 Palmyra Atoll
BN Bajo Nuevo Bank
SB Serranilla Bank

US
AK Alaska
AL Alabama
AR Arkansas
AS American Samoa
AZ Arizona
CA California
CO Colorado
CT Connecticut
DC District of Columbia
DE Delaware
FL Florida
GA Georgia
GU Guam
HI Hawaii
IA Iowa
ID Idaho
IL Illinois
IN Indiana
KS Kansas
KY Kentucky
LA Louisiana
MA Massachusetts
MD Maryland
ME Maine
MI Michigan
MN Minnesota
MO Missouri
MP Northern Mariana Islands
MS Mississippi
MT Montana
NC North Carolina
ND North Dakota
NE Nebraska
NH New Hampshire
NJ New Jersey
NM New Mexico
NV Nevada
NY New York
OH Ohio
OK Oklahoma
OR Oregon
PA Pennsylvania
PR Puerto Rico
RI Rhode Island
SC South Carolina
SD South Dakota
TN Tennessee
TX Texas
UM United States Minor Outlying Islands
UT Utah
VA Virginia
VI Virgin Islands
VT Vermont
WA Washington
WI Wisconsin
WV West Virginia
WY Wyoming
AA Armed Forces Americas
AE Armed Forces Europe, Canada, Africa and Middle East
AP Armed Forces Pacific
FM Micronesia
MH Marshall Islands
PW Palau

UY
AR Artigas
CA Canelones
CL Cerro Largo
CO Colonia
DU Durazno
FD Florida
FS Flores
LA Lavalleja
MA Maldonado
MO Montevideo
PA Paysandú
RN Río Negro
RO Rocha
RV Rivera
SA Salto
SJ San José
SO Soriano
TA Tacuarembó
TT Treinta y Tres

UZ
AN Andijon
BU Buxoro
FA Farg‘ona
JI Jizzax
NG Namangan
NW Navoiy
QA Qashqadaryo (Qarshi)
QR Qoraqalpog‘iston Respublikasi (Nukus)
SA Samarqand
SI Sirdaryo (Guliston)
SU Surxondaryo (Termiz)
TK Toshkent shahri
TO Toshkent wiloyati
XO Xorazm (Urganch)

VA
01 Holy See (Vatican City)

VC
01 Charlotte
02 Saint Andrew
03 Saint David
04 Saint George
05 Saint Patrick
06 Grenadines

VE
A Distrito Capital
B Anzoátegui
C Apure
D Aragua
E Barinas
F Bolívar
G Carabobo
H Cojedes
I Falcón
J Guárico
K Lara
L Mérida
M Miranda
N Monagas
O Nueva Esparta
P Portuguesa
R Sucre
S Táchira
T Trujillo
U Yaracuy
V Zulia
W Dependencias Federales
X La Guaira
Y Delta Amacuro
Z Amazonas

VG
ANG Anegada
JVD Jost Van Dyke
TTA Tortola
VGD Virgin Gorda

VI
SCR St. Croix
SJO St. John
STH St. Thomas

VN
01 Lai Châu
02 Lào Cai
03 Hà Giang
04 Cao Bằng
05 Sơn La
06 Yên Bái
07 Tuyên Quang
09 Lạng Sơn
13 Quảng Ninh
14 Hòa Bình
18 Ninh Bình
20 Thái Bình
21 Thanh Hóa
22 Nghệ An
23 Hà Tĩnh
24 Quảng Bình
25 Quảng Trị
26 Thừa Thiên–Huế
27 Quảng Nam
28 Kon Tum
29 Quảng Ngãi
30 Gia Lai
31 Bình Định
32 Phú Yên
33 Đắk Lắk
34 Khánh Hòa
35 Lâm Đồng
36 Ninh Thuận
37 Tây Ninh
39 Đồng Nai
40 Bình Thuận
41 Long An
43 Bà Rịa - Vũng Tàu
44 An Giang
45 Đồng Tháp
46 Tiền Giang
47 Kiên Giang
49 Vĩnh Long
50 Bến Tre
51 Trà Vinh
52 Sóc Trăng
53 Bắc Kạn
54 Bắc Giang
55 Bạc Liêu
56 Bắc Ninh
57 Bình Dương
58 Bình Phước
59 Cà Mau
61 Hải Dương
63 Hà Nam
66 Hưng Yên
67 Nam Định
68 Phú Thọ
69 Thái Nguyên
70 Vĩnh Phúc
71 Điện Biên
72 Đắk Nông
73 Hậu Giang
CT Cần Thơ
DN Đà Nẵng
HN Hà Nội
HP Hải Phòng
SG Hồ Chí Minh (Sài Gòn)
15 Hà Tây

VU
MAP Malampa
PAM Pénama
SAM Sanma
SEE Shéfa
TAE Taféa
TOB Torba

WF
AL Alo
SG Sigave
UV Uvea
ALO Alo
SIG Sigave
WAL Wallis

WS
AA A'ana
AL Aiga-i-le-Tai
AT Atua
FA Fa'asaleleaga
GE Gaga'emauga
GI Gagaifomauga
PA Palauli
SA Satupa'itea
TU Tuamasaga
VF Va'a-o-Fonoti
VS Vaisigano

XK
FZ Farizaj
GK Gjakova
GL Gjilan
MI Mitrovica
PE Peja/Peć
PR Pristina
PZ Prizren

YE
AB Abyān
AD 'Adan
AM 'Amrān
BA Al Bayḑā'
DA Aḑ Ḑāli'
DH Dhamār
HD Ḩaḑramawt
HJ Ḩajjah
HU Al Ḩudaydah
IB Ibb
JA Al Jawf
LA Laḩij
MA Ma'rib
MR Al Mahrah
MW Al Maḩwīt
RA Raymah
SA Amānat al ‘Āşimah
SD Şā‘dah
SH Shabwah
SN Şan‘ā'
SU Arkhabīl Suquţrá
TA Tā‘izz

YT
01 Dzaoudzi
02 Pamandzi
03 Mamoudzou
04 Dembeni
05 Bandrélé
06 Kani-Kéli
07 Bouéni
08 Chirongui
09 Sada
10 Ouangani
11 Chiconi
12 Tsingoni
13 M'Tsangamouji
14 Acoua
15 Mtsamboro
16 Bandraboua
17 Koungou

ZA
EC Eastern Cape
FS Free State
GP Gauteng
KZN KwaZulu-Natal
LP Limpopo
MP Mpumalanga
NC Northern Cape
NW North West
WC Western Cape
GT Gauteng
NL KwaZulu-Natal

ZM
01 Western
02 Central
03 Eastern
04 Luapula
05 Northern
06 North-Western
07 Southern
08 Copperbelt
09 Lusaka
10 Muchinga

ZW
BU Bulawayo
HA Harare
MA Manicaland
MC Mashonaland Central
ME Mashonaland East
MI Midlands
MN Matabeleland North
MS Matabeleland South
MV Masvingo
MW Mashonaland West
`
