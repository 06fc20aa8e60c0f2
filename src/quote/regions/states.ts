/*!
 * Names of states. Based on country-region-data, copyright 2022 Benjamin Keen, on
 * iso-3166, copyright 2020 Titus Wormer, and, for codes that were withdrawn, on iso-3166-2,
 * copyright 2014 Ola Holmström, which are published under the MIT license,
 * whose text is in the file LICENSE.
 */

/**
 * The code of each country of ISO 3166-1, and in the lines below the code and the name of each of
 * its states: those of ISO 3166-2, and then codes that were withdrawn or are used instead. A
 * string, because it is loaded faster than arrays, and most processes need the states of few
 * countries. The test compares it with lists of others: a code is never the state that another list
 * means by it.
 */
export const statesOfCountries = `
AD
02 Canillo
03 Encamp
04 La Massana
05 Ordino
06 Sant Julià de Lòria
07 Andorra la Vella
08 Escaldes-Engordany

AE
AJ Ajman
AZ Abu Dhabi
DU Dubai
FU Fujairah
RK Ras al Khaimah
SH Sharjah
UQ Umm Al Quwain

AF
BAL Balkh
BAM Bamyan
BDG Badghis
BDS Badakhshan
BGL Baghlan
DAY Daykundi
FRA Farah
FYB Faryab
GHA Ghazni
GHO Ghor
HEL Helmand
HER Herat
JOW Jowzjan
KAB Kabul
KAN Kandahar
KAP Kapisa
KDZ Kunduz
KHO Khost
KNR Kunar
LAG Laghman
LOG Lōgar
NAN Nangarhar
NIM Nimruz
NUR Nuristan
PAN Panjshir
PAR Parwan
PIA Paktia
PKA Paktika
SAM Samangan
SAR Sar-e Pol
TAK Takhar
URU Uruzgān
WAR Maidan Wardak
ZAB Zabul
LOW Logar
ORU Urozgan

AG
03 Saint George
04 Saint John
05 Saint Mary
06 Saint Paul
07 Saint Peter
08 Saint Philip
10 Barbuda
11 Redonda

AI
01 Anguilla
02 Anguillita Island
03 Blowing Rock
04 Cove Cay
05 Crocus Cay
06 Deadman's Cay
07 Dog Island
08 East Cay
09 Little Island
10 Little Scrub Island
11 Mid Cay
12 North Cay
13 Prickly Pear Cays
14 Rabbit Island
15 Sandy Island/Sand Island
16 Scilly Cay
17 Scrub Island
18 Seal Island
19 Sombrero/Hat Island
20 South Cay
21 South Wager Island
22 West Cay

AL
01 Berat
02 Durrës
03 Elbasan
04 Fier
05 Gjirokastër
06 Korçë
07 Kukës
08 Lezhë
09 Dibër
10 Shkodër
11 Tirana
12 Vlorë
BR Berat
BU Bulqizë
DI Dibër
DL Delvinë
DR Durrës
DV Devoll
EL Elbasan
ER Kolonjë
FR Fier
GJ Gjirokastër
GR Gramsh
HA Has
KA Kavajë
KB Kurbin
KC Kuçovë
KO Korçë
KR Krujë
KU Kukës
LB Librazhd
LE Lezhë
LU Lushnjë
MK Mallakastër
MM Malësi e Madhe
MR Mirditë
MT Mat
PG Pogradec
PQ Peqin
PR Përmet
PU Pukë
SH Shkodër
SK Skrapar
SR Sarandë
TE Tepelenë
TP Tropojë
TR Tiranë
VL Vlorë

AM
AG Aragatsotn
AR Ararat
AV Armavir
ER Yerevan
GR Gegharkunik
KT Kotayk
LO Lori
SH Shirak
SU Syunik
TV Tavush
VD Vayots Dzor

AO
BGO Bengo
BGU Benguela
BIE Bié
CAB Cabinda
CCU Cuando Cubango
CNN Cunene
CNO Cuanza Norte
CUS Cuanza Sul
HUA Huambo
HUI Huíla
LNO Lunda Norte
LSU Lunda Sul
LUA Luanda
MAL Malanje
MOX Moxico
NAM Namibe
UIG Uíge
ZAI Zaire

AQ
AQ Antarctica

AR
A Salta
B Buenos Aires
C Capital Federal
D San Luis
E Entre Ríos
F La Rioja
G Santiago del Estero
H Chaco
J San Juan
K Catamarca
L La Pampa
M Mendoza
N Misiones
P Formosa
Q Neuquén
R Río Negro
S Santa Fe
T Tucumán
U Chubut
V Tierra del Fuego
W Corrientes
X Córdoba
Y Jujuy
Z Santa Cruz

AS
01 Tutuila
02 Aunu'u
03 Ta'ū
04 Ofu‑Olosega
21 Rose Atoll
22 Swains Island

AT
1 Burgenland
2 Kärnten
3 Niederösterreich
4 Oberösterreich
5 Salzburg
6 Steiermark
7 Tirol
8 Vorarlberg
9 Wien

AU
ACT Australian Capital Territory
NSW New South Wales
NT Northern Territory
QLD Queensland
SA South Australia
TAS Tasmania
VIC Victoria
WA Western Australia

AW
AW Aruba

AX
BR Brändö
EC Eckerö
FG Föglö
FN Finström
GT Geta
HM Hammarland
JM Jomala
KK Kökar
KM Kumlinge
LE Lemland
LU Lumparland
MH Mariehamn
SD Sund
ST Sottunga
SV Saltvik
VR Vårdö

AZ
ABS Abşeron
AGA Ağstafa
AGC Ağcabədi
AGM Ağdam
AGS Ağdaş
AGU Ağsu
AST Astara
BA Bakı
BAB Babək
BAL Balakən
BAR Bərdə
BEY Beyləqan
BIL Biləsuvar
CAB Cəbrayıl
CAL Cəlilabad
CUL Culfa
DAS Daşkəsən
FUZ Füzuli
GA Gəncə
GAD Gədəbəy
GOR Goranboy
GOY Göyçay
GYG Göygöl
HAC Hacıqabul
IMI İmişli
ISM İsmayıllı
KAL Kəlbəcər
KAN Kǝngǝrli
KUR Kürdəmir
LA Lənkəran
LAC Laçın
LAN Lənkəran
LER Lerik
MAS Masallı
MI Mingəçevir
NA Naftalan
NEF Neftçala
NV Naxçıvan
NX Naxçıvan
OGU Oğuz
ORD Ordubad
QAB Qəbələ
QAX Qax
QAZ Qazax
QBA Quba
QBI Qubadli
QOB Qobustan
QUS Qusar
SA Şəki
SAB Sabirabad
SAD Sədərək
SAH Şahbuz
SAK Şəki
SAL Salyan
SAR Şərur
SAT Saatlı
SBN Şabran
SIY Siyəzən
SKR Şəmkir
SM Sumqayıt
SMI Şamaxı
SMX Samux
SR Şirvan
SUS Şuşa
TAR Tərtər
TOV Tovuz
UCA Ucar
XA Xankəndi
XAC Xaçmaz
XCI Xocalı
XIZ Xızı
XVD Xocavənd
YAR Yardımlı
YE Yevlax
YEV Yevlax
ZAN Zəngilan
ZAQ Zaqatala
ZAR Zərdab
BAK Bakı

BA
BIH Federacija Bosne i Hercegovine
BRC Brčko Distrikt
SRP Republika Srpska
01 Unsko-sanska županija
02 Posavska županija
03 Tuzlanska županija
04 Zeničko-dobojska županija
05 Bosansko-podrinjska županija
06 Srednjobosanska županija
07 Hercegovačko-neretvanska županija
08 Zapadnohercegovačka županija
09 Kanton Sarajevo
10 Kanton br. 10

BB
01 Christ Church
02 Saint Andrew
03 Saint George
04 Saint James
05 Saint John
06 Saint Joseph
07 Saint Lucy
08 Saint Michael
09 Saint Peter
10 Saint Philip
11 Saint Thomas

BD
01 Bandarban
02 Barguna
03 Bogura
04 Brahmanbaria
05 Bagerhat
06 Barishal
07 Bhola
08 Cumilla
09 Chandpur
10 Chattogram
11 Cox's Bazar
12 Chuadanga
13 Dhaka
14 Dinajpur
15 Faridpur
16 Feni
17 Gopalganj
18 Gazipur
19 Gaibandha
20 Habiganj
21 Jamalpur
22 Jashore
23 Jhenaidah
24 Joypurhat
25 Jhalakathi
26 Kishoreganj
27 Khulna
28 Kurigram
29 Khagrachhari
30 Kushtia
31 Lakshmipur
32 Lalmonirhat
33 Manikganj
34 Mymensingh
35 Munshiganj
36 Madaripur
37 Magura
38 Moulvibazar
39 Meherpur
40 Narayanganj
41 Netrakona
42 Narsingdi
43 Narail
44 Natore
45 Chapai Nawabganj
46 Nilphamari
47 Noakhali
48 Naogaon
49 Pabna
50 Pirojpur
51 Patuakhali
52 Panchagarh
53 Rajbari
54 Rajshahi
55 Rangpur
56 Rangamati
57 Sherpur
58 Satkhira
59 Sirajganj
60 Sylhet
61 Sunamganj
62 Shariatpur
63 Tangail
64 Thakurgaon
A Barisal
B Chattogram
C Dhaka
D Khulna
E Rajshahi
F Rangpur
G Sylhet
H Mymensingh
M Mymensingh

BE
BRU Brussels
VAN Antwerpen
VBR Vlaams-Brabant
VLG Flanders
VLI Limburg
VOV Oost-Vlaanderen
VWV West-Vlaanderen
WAL Wallonia
WBR Brabant wallon
WHT Hainaut
WLG Liège
WLX Luxembourg
WNA Namur

BF
01 Boucle du Mouhoun
02 Cascades
03 Centre
04 Centre-Est
05 Centre-Nord
06 Centre-Ouest
07 Centre-Sud
08 Est
09 Hauts-Bassins
10 Nord
11 Plateau-Central
12 Sahel
13 Sud-Ouest
BAL Balé
BAM Bam/Lake Bam
BAN Banwa Province
BAZ Bazèga
BGR Bougouriba
BLG Boulgou Province
BLK Boulkiemdé
COM Comoé/Komoe
GAN Ganzourgou Province
GNA Gnagna
GOU Gourma Province
HOU Houet
IOB Ioba
KAD Kadiogo
KEN Kénédougou
KMD Komondjari
KMP Kompienga
KOP Koulpélogo
KOS Kossi Province
KOT Kouritenga
KOW Kourwéogo
LER Léraba
LOR Loroum
MOU Mouhoun
NAM Namentenga
NAO Naouri/Nahouri
NAY Nayala
NOU Noumbiel
OUB Oubritenga
OUD Oudalan
PAS Passoré
PON Poni
SEN Séno
SIS Sissili
SMT Sanmatenga
SNG Sanguié
SOM Soum
SOR Sourou
TAP Tapoa
TUI Tui/Tuy
YAG Yagha
YAT Yatenga
ZIR Ziro
ZON Zondoma
ZOU Zoundwéogo

BG
01 Blagoevgrad
02 Burgas
03 Varna
04 Veliko Turnovo
05 Vidin
06 Vraca
07 Gabrovo
08 Dobrich
09 Kurdzhali
10 Kjustendil
11 Lovech
12 Montana
13 Pazardzhik
14 Pernik
15 Pleven
16 Plovdiv
17 Razgrad
18 Ruse
19 Silistra
20 Sliven
21 Smoljan
22 Sofija-Grad
23 Sofija
24 Stara Zagora
25 Turgovishhe
26 Khaskovo
27 Shumen
28 Jambol

BH
13 Al Manāmah
14 Al Janūbīyah
15 Al Muḩarraq
17 Ash Shamālīyah
16 Al Wusţá

BI
BB Bubanza
BL Bujumbura Rural
BM Bujumbura Mairie
BR Bururi
CA Cankuzo
CI Cibitoke
GI Gitega
KI Kirundo
KR Karuzi
KY Kayanza
MA Makamba
MU Muramvya
MW Mwaro
MY Muyinga
NG Ngozi
RM Rumonge
RT Rutana
RY Ruyigi

BJ
AK Atakora
AL Alibori
AQ Atlantique
BO Borgou
CO Collines Department
DO Donga
KO Kouffo
LI Littoral Department
MO Mono Department
OU Ouémé
PL Plateau
ZO Zou

BL
01 Sous le Vent
02 Au Vent

BM
01 Devonshire Parish
02 Hamilton Parish
03 City of Hamilton
04 Paget Parish
05 Pembroke Parish
06 Town of St. George
07 St. George's Parish
08 Sandys Parish
09 Smith's Parish
10 Southampton Parish
11 Warwick Parish

BN
BE Belait
BM Brunei Muara
TE Temburong
TU Tutong

BO
B El Beni
C Cochabamba
H Chuquisaca
L La Paz
N Pando
O Oruro
P Potosí
S Santa Cruz
T Tarija
BE Beni
CB Cochabamba
CH Chuquisaca
LP La Paz
OR Oruro
PD Pando
PT Potosí
SC Santa Cruz
TJ Tarija

BQ
BO Bonaire
SA Saba Isand
SE Sint Eustatius

BR
AC Acre
AL Alagoas
AM Amazonas
AP Amapá
BA Bahia
CE Ceará
DF Distrito Federal
ES Espírito Santo
GO Goiás
MA Maranhão
MG Minas Gerais
MS Mato Grosso do Sul
MT Mato Grosso
PA Pará
PB Paraíba
PE Pernambuco
PI Piauí
PR Paraná
RJ Rio de Janeiro
RN Rio Grande do Norte
RO Rondônia
RR Roraima
RS Rio Grande do Sul
SC Santa Catarina
SE Sergipe
SP São Paulo
TO Tocantins

BS
AK Acklins
BI Bimini
BP Black Point
BY Berry Islands
CE Central Eleuthera
CI Cat Island
CK Crooked Island and Long Cay
CO Central Abaco
CS Central Andros
EG East Grand Bahama
EX Exuma
FP City of Freeport
GC Grand Cay
HI Harbour Island
HT Hope Town
IN Inagua
LI Long Island
MC Mangrove Cay
MG Mayaguana
MI Moore's Island
NE North Eleuthera
NO North Abaco
NP New Providence
NS North Andros
RC Rum Cay
RI Ragged Island
SA South Andros
SE South Eleuthera
SO South Abaco
SS San Salvador
SW Spanish Wells
WG West Grand Bahama
01 Acklins Island
02 Bimini
03 Cat Island
04 Exuma
05 Freeport
06 Fresh Creek
07 Governor's Harbour
08 Green Turtle Cay
09 Harbour Island
10 High Rock
11 Inagua
12 Kemps Bay
13 Long Island
14 Marsh Harbour
15 Mayaguana
16 New Providence
17 Nichollstown and Berry Islands
18 Ragged Island
19 Rock Sound
20 San Salvador and Rum Cay
21 Sandy Point
22 Berry Islands
23 Black Point
24 Central Abaco
28 Crooked Island and Long Cay
29 East Grand Bahama
33 North Eleuthera
35 South Abaco
36 South Andros
37 South Eleuthera
39 West Grand Bahama
40 Moore’s Island
41 North Andros
42 North Abaco
43 Central Andros
44 Central Eleuthera
45 Grand Cay
46 Hope Town
47 Mangrove Cay
48 Spanish Wells

BT
11 Paro
12 Chhukha
13 Haa
14 Samtse
15 Thimphu
21 Tsirang
22 Dagana
23 Punakha
24 Wangdue Phodrang
31 Sarpang
32 Trongsa
33 Bumthang
34 Zhemgang
41 Trashigang
42 Mongar
43 Pemagatshel
44 Lhuntse
45 Samdrup Jongkhar
GA Gasa
TY Trashiyangtse

BV
BV Bouvet Island

BW
CE Central
CH Chobe
FR Francistown
GA Gaborone
GH Ghanzi
JW Jwaneng
KG Kgalagadi
KL Kgatleng
KW Kweneng
LO Lobatse
NE North-East
NW North West
SE South East
SO Southern
SP Selibe Phikwe
ST Sowa Town

BY
BR Brest voblast
HM Gorod Minsk
HO Homiel voblast
HR Hrodna voblast
MA Mahilyow voblast
MI Minsk voblast
VI Vitsebsk voblast

BZ
BZ Belize District
CY Cayo District
CZL Corozal District
OW Orange Walk District
SC Stann Creek District
TOL Toledo District

CA
AB Alberta
BC British Columbia
MB Manitoba
NB New Brunswick
NL Newfoundland and Labrador
NS Nova Scotia
NT Northwest Territories
NU Nunavut
ON Ontario
PE Prince Edward Island
QC Quebec
SK Saskatchewan
YT Yukon
NF Newfoundland and Labrador

CC
DI Direction Island
HM Home Island
HR Horsburgh Island
NK North Keeling Island
SI South Island
WI West Island

CD
BC Kongo Central
BU Bas-Uélé
EQ Équateur
HK Haut-Katanga
HL Haut-Lomami
HU Haut-Uélé
IT Ituri
KC Kasaï Central
KE Kasaï-Occidental
KG Kwango
KL Kwilu
KN Kinshasa
KS Kasaï
LO Lomami
LU Lualaba
MA Maniema
MN Mai-Ndombe
MO Mongala
NK Nord-Kivu
NU Nord-Ubangi
SA Sankuru
SK Sud-Kivu
SU Sud-Ubangi
TA Tanganyika
TO Tshopo
TU Tshuapa
BN Bandundu
KA Katanga
KW Kasaï-Oriental
OR Orientale

CF
AC Ouham
BB Bamingui-Bangoran
BGF Bangui
BK Basse-Kotto
HK Haute-Kotto
HM Haut-Mbomou
HS Mambéré-Kadéï
KB Gribingui
KG Kémo
LB Lobaye
MB Mbomou
MP Ombella-M'Poko
NM Nana-Mambéré
OP Ouham Péndé
SE Sangha-Mbaéré
UK Ouaka
VK Vakaga
10 Nana-Grebizi

CG
11 Bouenza
12 Pool
13 Sangha
14 Plateaux
15 Cuvette-Ouest
16 Pointe-Noire
2 Lékoumou
5 Kouilou
7 Likouala
8 Cuvette
9 Niari
BZV Brazzaville

CH
AG Aargau
AI Appenzell Innerhoden
AR Appenzell Ausserrhoden
BE Bern
BL Basel-Landschaft
BS Basel-Stadt
FR Fribourg
GE Genève
GL Glarus
GR Graubünden
JU Jura
LU Luzern
NE Neuchâtel
NW Nidwalden
OW Obwalden
SG Sankt Gallen
SH Schaffhausen
SO Solothurn
SZ Schwyz
TG Thurgau
TI Ticino
UR Uri
VD Vaud
VS Valais
ZG Zug
ZH Zürich

CI
AB Abidjan
BS Bas-Sassandra
CM Comoé
DN Denguélé
GD Gôh-Djiboua
LC Lacs
LG Lagunes
MG Montagnes
SM Sassandra-Marahoué
SV Savanes
VB Vallée du Bandama
WR Woroba
YM Yamoussoukro
ZZ Zanzan
01 Lagunes
02 Haut-Sassandra
03 Savanes
04 Vallée du Bandama
05 Moyen-Comoé
06 Dix-Huit Montagnes
07 Lacs
08 Zanzan
09 Bas-Sassandra
10 Denguélé
11 N'zi-Comoé
12 Marahoué
13 Sud-Comoé
14 Worodougou
15 Sud-Bandama
16 Agnéby
17 Bafing
18 Fromager
19 Moyen-Cavally

CK

CL
AI Aisén del General Carlos Ibáñez del Campo
AN Antofagasta
AP Arica y Parinacota
AR Araucanía
AT Atacama
BI Bío-Bío
CO Coquimbo
LI Libertador General Bernardo O'Higgins
LL Los Lagos
LR Los Ríos
MA Magallanes y Antartica Chilena
ML Maule
NB Ñuble
RM Región Metropolitana de Santiago
TA Tarapacá
VS Valparaíso

CM
AD Adamaoua
CE Centre
EN Extrême-Nord
ES Est
LT Littoral
NO Nord
NW Nord-Ouest
OU Ouest
SU Sud
SW Sud-Ouest

CN
AH Anhui
BJ Beijing
CQ Chongqing
FJ Fujian
GD Guangdong
GS Gansu
GX Guangxi
GZ Guizhou
HA Henan
HB Hubei
HE Hebei
HI Hainan
HK Hong Kong
HL Heilongjiang
HN Hunan
JL Jilin
JS Jiangsu
JX Jiangxi
LN Liaoning
MO Macau
NM Inner Mongolia
NX Ningxia
QH Qinghai
SC Sichuan
SD Shandong
SH Shanghai
SN Shaanxi
SX Shanxi
TJ Tianjin
TW Taiwan Sheng
XJ Xinjiang
XZ Tibet
YN Yunnan
ZJ Zhejiang
11 Beijing
12 Tianjin
13 Hebei
14 Shanxi
15 Inner Mongolia
21 Liaoning
22 Jilin
23 Heilongjiang
31 Shanghai
32 Jiangsu
33 Zhejiang
34 Anhui
35 Fujian
36 Jiangxi
37 Shandong
41 Henan
42 Hubei
43 Hunan
44 Guangdong
45 Guangxi
46 Hainan
50 Chongqing
51 Sichuan
52 Guizhou
53 Yunnan
54 Tibet
61 Shaanxi
62 Gansu
63 Qinghai
64 Ningxia
65 Xinjiang
71 Taiwan
91 Hong Kong
92 Macau

CO
AMA Amazonas
ANT Antioquia
ARA Arauca
ATL Atlántico
BOL Bolívar
BOY Boyacá
CAL Caldas
CAQ Caquetá
CAS Casanare
CAU Cauca
CES Cesar
CHO Chocó
COR Córdoba
CUN Cundinamarca
DC Bogotá D.C.
GUA Guainía
GUV Guaviare
HUI Huila
LAG La Guajira
MAG Magdalena
MET Meta
NAR Nariño
NSA Norte de Santander
PUT Putumayo
QUI Quindío
RIS Risaralda
SAN Santander
SAP Archipiélago de San Andrés
SUC Sucre
TOL Tolima
VAC Valle del Cauca
VAU Vaupés
VID Vichada

CR
A Alajuela
C Cartago
G Guanacaste
H Heredia
L Limón
P Puntarenas
SJ San José
1 San José
2 Alajuela
3 Cartago
4 Heredia
5 Guanacaste
6 Puntarenas
7 Limón

CU
01 Pinar del Río
03 La Habana
04 Matanzas
05 Villa Clara
06 Cienfuegos
07 Sancti Spíritus
08 Ciego de Ávila
09 Camagüey
10 Las Tunas
11 Holguín
12 Granma
13 Santiago de Cuba
14 Guantánamo
15 Artemisa
16 Mayabeque
99 Isla de la Juventud

CV
B Ilhas de Barlavento
BR Brava
BV Boa Vista
CA Santa Catarina
CF Santa Catarina do Fogo
CR Santa Cruz
MA Maio
MO Mosteiros
PA Paúl
PN Porto Novo
PR Praia
RB Ribeira Brava
RG Ribeira Grande
RS Ribeira Grande de Santiago
S Ilhas de Sotavento
SD São Domingos
SF São Filipe
SL Sal
SM São Miguel
SO São Lourenço dos Órgãos
SS São Salvador do Mundo
SV São Vicente
TA Tarrafal
TS Tarrafal de São Nicolau
CS Calheta de São Miguel
SN São Nicolau

CW
CW Curaçao

CX
CX Christmas Island

CY
01 Lefkosia
02 Lemesos
03 Larnaka
04 Ammochostos
05 Pafos
06 Keryneia

CZ
10 Hlavní město Praha
20 Středočeský kraj
201 Benešov
202 Beroun
203 Kladno
204 Kolín
205 Kutná Hora
206 Mělník
207 Mladá Boleslav
208 Nymburk
209 Praha-východ
20A Praha-západ
20B Příbram
20C Rakovník
31 Jihočeský kraj
311 České Budějovice
312 Český Krumlov
313 Jindřichův Hradec
314 Písek
315 Prachatice
316 Strakonice
317 Tábor
32 Plzeňský kraj
321 Domažlice
322 Klatovy
323 Plzeň-město
324 Plzeň-jih
325 Plzeň-sever
326 Rokycany
327 Tachov
41 Karlovarský kraj
411 Cheb
412 Karlovy Vary
413 Sokolov
42 Ústecký kraj
421 Děčín
422 Chomutov
423 Litoměřice
424 Louny
425 Most
426 Teplice
427 Ústí nad Labem
51 Liberecký kraj
511 Česká Lípa
512 Jablonec nad Nisou
513 Liberec
514 Semily
52 Královéhradecký kraj
521 Hradec Králové
522 Jičín
523 Náchod
524 Rychnov nad Kněžnou
525 Trutnov
53 Pardubický kraj
531 Chrudim
532 Pardubice
533 Svitavy
534 Ústí nad Orlicí
63 Vysočina
631 Havlíčkův Brod
632 Jihlava
633 Pelhřimov
634 Třebíč
635 Žďár nad Sázavou
64 Jihomoravský kraj
641 Blansko
642 Brno-město
643 Brno-venkov
644 Břeclav
645 Hodonín
646 Vyškov
647 Znojmo
71 Olomoucký kraj
711 Jeseník
712 Olomouc
713 Prostějov
714 Přerov
715 Šumperk
72 Zlínský kraj
721 Kroměříž
722 Uherské Hradiště
723 Vsetín
724 Zlín
80 Moravskoslezský kraj
801 Bruntál
802 Frýdek-Místek
803 Karviná
804 Nový Jičín
805 Opava
806 Ostrava-město
101 Praha 1
102 Praha 2
103 Praha 3
104 Praha 4
105 Praha 5
106 Praha 6
107 Praha 7
108 Praha 8
109 Praha 9
10A Praha 10
10B Praha 11
10C Praha 12
10D Praha 13
10E Praha 14
10F Praha 15
611 Havlíčkův Brod
612 Jihlava
613 Pelhřimov
614 Třebíč
615 Žďár nad Sázavou
621 Blansko
622 Brno-město
623 Brno-venkov
624 Břeclav
625 Hodonín
626 Vyškov
627 Znojmo
JC Jihočeský kraj
JM Jihomoravský kraj
KA Karlovarský kraj
KR Královéhradecký kraj
LI Liberecký kraj
MO Moravskoslezský kraj
OL Olomoucký kraj
PA Pardubický kraj
PL Plzeňský kraj
PR Hlavní město Praha
ST Středočeský kraj
US Ústecký kraj
VY Vysočina
ZL Zlínský kraj

DE
BB Brandenburg
BE Berlin
BW Baden-Württemberg
BY Bayern
HB Bremen
HE Hessen
HH Hamburg
MV Mecklenburg-Vorpommern
NI Niedersachsen
NW Nordrhein-Westfalen
RP Rheinland-Pfalz
SH Schleswig-Holstein
SL Saarland
SN Sachsen
ST Sachsen-Anhalt
TH Thüringen

DJ
AR Arta
AS Ali Sabieh
DI Dikhil
DJ Djibouti
OB Obock
TA Tadjourah

DK
015 København
020 Frederiksborg
025 Roskilde
030 Vestsjælland
035 Storstrøm
040 Bornholm
042 Fyn
050 Sønderjylland
055 Ribe
060 Vejle
065 Ringkøbing
070 Århus
076 Viborg
080 Nordjylland
101 København
147 Frederiksberg
81 Nordjylland
82 Midtjylland
83 Syddanmark
84 Hovedstaden
85 Sjælland

DM
02 Saint Andrew Parish
03 Saint David Parish
04 Saint George Parish
05 Saint John Parish
06 Saint Joseph Parish
07 Saint Luke Parish
08 Saint Mark Parish
09 Saint Patrick Parish
10 Saint Paul Parish
11 Saint Peter Parish

DO
01 Distrito Nacional
02 Azua
03 Baoruco
04 Barahona
05 Dajabón
06 Duarte
07 Elías Piña
08 El Seibo
09 Espaillat
10 Independencia
11 La Altagracia
12 La Romana
13 La Vega
14 María Trinidad Sánchez
15 Monte Cristi
16 Pedernales
17 Peravia
18 Puerto Plata
19 Hermanas Mirabal
20 Samaná
21 San Cristóbal
22 San Juan
23 San Pedro de Macorís
24 Sánchez Ramírez
25 Santiago
26 Santiago Rodríguez
27 Valverde
28 Monseñor Nouel
29 Monte Plata
30 Hato Mayor
31 San José de Ocoa
32 Santo Domingo
33 Nordeste
34 Noroeste
35 Norte
36 Cibao Sur
37 Del Valle
38 Enriquillo
39 Higuamo
40 Ozama
41 Valdesia
42 Yuma

DZ
01 Adrar
02 Chlef
03 Laghouat
04 Oum el Bouaghi
05 Batna
06 Béjaïa
07 Biskra
08 Béchar
09 Blida
10 Bouïra
11 Tamanghasset
12 Tébessa
13 Tlemcen
14 Tiaret
15 Tizi Ouzou
16 Algiers
17 Djelfa
18 Jijel
19 Sétif
20 Saïda
21 Skikda
22 Sidi Bel Abbès
23 Annaba
24 Guelma
25 Constantine
26 Médéa
27 Mostaganem
28 Msila
29 Mascara
30 Ouargla
31 Oran
32 El Bayadh
33 Illizi
34 Bordj Bou Arréridj
35 Boumerdès
36 El Tarf
37 Tindouf
38 Tissemsilt
39 El Oued
40 Khenchela
41 Souk Ahras
42 Tipaza
43 Mila
44 Aïn Defla
45 Naâma
46 Aïn Témouchent
47 Ghardaïa
48 Relizane
49 Timimoun
50 Bordj Badji Mokhtar
51 Ouled Djellal
52 Béni Abbès
53 In Salah
54 In Guezzam
55 Touggourt
56 Djanet
57 El Meghaier
58 El Meniaa

EC
A Azuay
B Bolívar
C Carchi
D Orellana
E Esmeraldas
F Cañar
G Guayas
H Chimborazo
I Imbabura
L Loja
M Manabí
N Napo
O El Oro
P Pichincha
R Los Ríos
S Morona-Santiago
SD Santo Domingo de los Tsáchilas
SE Santa Elena
T Tungurahua
U Sucumbíos
W Galápagos
X Cotopaxi
Y Pastaza
Z Zamora-Chinchipe

EE
130 Alutaguse
141 Anija
142 Antsla
171 Elva
184 Haapsalu
191 Haljala
198 Harku
205 Hiiumaa
214 Häädemeeste
245 Jõelähtme
247 Jõgeva
251 Jõhvi
255 Järva
272 Kadrina
283 Kambja
284 Kanepi
291 Kastre
293 Kehtna
296 Keila
303 Kihnu
305 Kiili
317 Kohila
321 Kohtla-Järve
338 Kose
353 Kuusalu
37 Harjumaa (Tallinn)
39 Hiiumaa (Kardla)
424 Loksa
430 Lääneranna
431 Lääne-Harju
432 Luunja
441 Lääne-Nigula
442 Lüganuse
446 Maardu
45 Ida-Virumaa
478 Muhu
480 Mulgi
486 Mustvee
50 Jõgevamaa
503 Märjamaa
511 Narva
514 Narva-Jõesuu
52 Järvamaa
528 Nõo
557 Otepää
56 Läänemaa
567 Paide
586 Peipsiääre
60 Lääne-Virumaa
615 Põhja-Sakala
618 Põltsamaa
622 Põlva
624 Pärnu
638 Põhja-Pärnumaa
64 Põlvamaa
651 Raasiku
653 Rae
661 Rakvere
663 Rakvere
668 Rapla
68 Pärnumaa
689 Ruhnu
698 Rõuge
708 Räpina
71 Raplamaa
712 Saarde
714 Saaremaa
719 Saku
726 Saue
732 Setomaa
735 Sillamäe
74 Saaremaa (Kuessaare)
784 Tallinn
79 Tartumaa
792 Tapa
793 Tartu
796 Tartu
803 Toila
809 Tori
81 Valgamaa
824 Tõrva
834 Türi
84 Viljandimaa (Viljandi)
855 Valga
87 Võrumaa
890 Viimsi
897 Viljandi
899 Viljandi
901 Vinni
903 Viru-Nigula
907 Vormsi
917 Võru
919 Võru
928 Väike-Maarja
41 Järvamaa (Paide)
44 Ida-Virumaa (Johvi)
49 Jõgevamaa (Jogeva)
51 Järvamaa
57 Läänemaa
59 Lääne-Virumaa (Rakvere)
65 Põlvamaa (Polva)
67 Pärnumaa (Parnu)
70 Raplamaa (Rapla)
78 Tartumaa (Tartu)
82 Valgamaa (Valga)
86 Võrumaa (Voru)

EG
ALX Alexandria
ASN Aswan
AST Asyout
BA El Bahr El Ahmar
BH Beheira
BNS Bani Sueif
C Cairo
DK Daqahlia
DT Dumiat
FYM Fayoum
GH Gharbia
GZ Giza
IS El Ismailia
JS South Sinai
KB Qalubia
KFS Kafr El Sheikh
KN Qena
LX Luxor
MN Menia
MNF Menofia
MT Matrouh
PTS Port Said
SHG Sohag
SHR Sharqia
SIN North Sinai
SUZ El Suez
WAD El Wadi El Gedeed
HU Helwan
SU Sixth of October

EH
AOU Aousserd
BOD Boujdour
ESM Es Smara
LAA Laâyoune
OUD Oued ed Dahab

ER
AN Anseba
DK Debub-Keih-Bahri
DU Debub
GB Gash-Barka
MA Maekel
SK Semien-Keih-Bahri

ES
A Alicante
AB Albacete
AL Almería
AN Andalucìa
AR Aragòn
AS Principado de Asturias
AV Ávila
B Barcelona
BA Badajoz
BI Bizkaia
BU Burgos
C A Coruña
CA Cádiz
CB Cantabria
CC Cáceres
CE Ceuta
CL Castilla y León
CM Castilla-La Mancha
CN Canarias
CO Córdoba
CR Ciudad Real
CS Castellón/Castelló
CT Catalunya
CU Cuenca
EX Extremadura
GA Galicia
GC Las Palmas
GI Girona
GR Granada
GU Guadalajara
H Huelva
HU Huesca
IB Illes Balears
J Jaén
L Lleida
LE León
LO La Rioja
LU Lugo
M Madrid
MA Málaga
MC Región de Murcia
MD Comunidad de Madrid
ML Melilla
MU Murcia
NA Navarra/Nafarroa
NC Comunidad Foral de Navarra
O Asturias
OR Ourense
P Palencia
PM Illes Balears
PO Pontevedra
PV País Vasco
RI La Rioja
S Cantabria
SA Salamanca
SE Sevilla
SG Segovia
SO Soria
SS Gipuzkoa
T Tarragona
TE Teruel
TF Santa Cruz de Tenerife
TO Toledo
V Valencia/València
VA Valladolid
VC Comunidad Valenciana
VI Araba/Álava
Z Zaragoza
ZA Zamora

ET
AA Addis Ababa
AF Afar
AM Amhara
BE Benshangul-Gumaz
DD Dire Dawa
GA Gambela
HA Harari
OR Oromia
SI Sīdama
SN Southern Nations Nationalities and People's Region
SO Somali
SW YeDebub M‘irab Ītyop’iya Hizboch
TI Tigray

FI
01 Ahvenanmaan maakunta
02 Etelä-Karjala
03 Etelä-Pohjanmaa
04 Etelä-Savo
05 Kainuu
06 Kanta-Häme
07 Keski-Pohjanmaa
08 Keski-Suomi
09 Kymenlaakso
10 Lappi
11 Pirkanmaa
12 Pohjanmaa
13 Pohjois-Karjala
14 Pohjois-Pohjanmaa
15 Pohjois-Savo
16 Päijät-Häme
17 Satakunta
18 Uusimaa
19 Varsinais-Suomi

FJ
01 Ba
02 Bua
03 Cakaudrove
04 Kadavu
05 Lau
06 Lomaiviti
07 Macuata
08 Nadroga and Navosa
09 Naitasiri
10 Namosi
11 Ra
12 Rewa
13 Serua
14 Tailevu
C Central
E Eastern
N Northern
R Rotuma
W Western

FK

FM
KSA Kosrae
PNI Pohnpei
TRK Chuuk (Truk)
YAP Yap

FO

FR
01 Ain
02 Aisne
03 Allier
04 Alpes-de-Haute-Provence
05 Hautes-Alpes
06 Alpes-Maritimes
07 Ardèche
08 Ardennes
09 Ariège
10 Aube
11 Aude
12 Aveyron
13 Bouches-du-Rhône
14 Calvados
15 Cantal
16 Charente
17 Charente-Maritime
18 Cher
19 Corrèze
20R Corse
21 Côte-d'Or
22 Côtes-d'Armor
23 Creuse
24 Dordogne
25 Doubs
26 Drôme
27 Eure
28 Eure-et-Loir
29 Finistère
2A Corse-du-Sud
2B Haute-Corse
30 Gard
31 Haute-Garonne
32 Gers
33 Gironde
34 Hérault
35 Ille-et-Vilaine
36 Indre
37 Indre-et-Loire
38 Isère
39 Jura
40 Landes
41 Loir-et-Cher
42 Loire
43 Haute-Loire
44 Loire-Atlantique
45 Loiret
46 Lot
47 Lot-et-Garonne
48 Lozère
49 Maine-et-Loire
50 Manche
51 Marne
52 Haute-Marne
53 Mayenne
54 Meurthe-et-Moselle
55 Meuse
56 Morbihan
57 Moselle
58 Nièvre
59 Nord
60 Oise
61 Orne
62 Pas-de-Calais
63 Puy-de-Dôme
64 Pyrénées-Atlantiques
65 Hautes-Pyrénées
66 Pyrénées-Orientales
67 Bas-Rhin
68 Haut-Rhin
69 Rhône
69M Métropole de Lyon
6AE Alsace
70 Haute-Saône
71 Saône-et-Loire
72 Sarthe
73 Savoie
74 Haute-Savoie
75C Paris
76 Seine-Maritime
77 Seine-et-Marne
78 Yvelines
79 Deux-Sèvres
80 Somme
81 Tarn
82 Tarn-et-Garonne
83 Var
84 Vaucluse
85 Vendée
86 Vienne
87 Haute-Vienne
88 Vosges
89 Yonne
90 Territoire de Belfort
91 Essonne
92 Hauts-de-Seine
93 Seine-Saint-Denis
94 Val-de-Marne
95 Val-d'Oise
971 Guadeloupe
972 Martinique
973 Guyane (française)
974 La Réunion
976 Mayotte
ARA Auvergne-Rhône-Alpes
BFC Bourgogne-Franche-Comté
BL Saint Barthélemy
BRE Bretagne
CP Clipperton
CVL Centre-Val de Loire
GES Grand Est
HDF Hauts-de-France
IDF Île-de-France
MF Saint Martin
NAQ Nouvelle-Aquitaine
NC Nouvelle-Calédonie
NOR Normandie
OCC Occitanie
PAC Provence-Alpes-Côte d'Azur
PDL Pays de la Loire
PF Polynésie
PM Saint-Pierre-et-Miquelon
TF Terres Australes Françaises
WF Wallis-et-Futuna
75 Paris
A Alsace
B Aquitaine
C Auvergne
COR Corse
D Bourgogne
E Bretagne
F Centre
G Champagne-Ardenne
GF Guyane
GP Guadeloupe
H Corse
I Franche-Comté
J Île-de-France
K Languedoc-Roussillon
L Limousin
M Lorraine
MQ Martinique
N Midi-Pyrénées
O Nord-Pas-de-Calais
P Basse-Normandie
Q Haute-Normandie
R Pays de la Loire
RE Réunion
S Picardie
T Poitou-Charentes
U Provence-Alpes-Côte d'Azur
V Rhône-Alpes
YT Mayotte

GA
1 Estuaire
2 Haut-Ogooué
3 Moyen-Ogooué
4 Ngounié
5 Nyanga
6 Ogooué-Ivindo
7 Ogooué-Lolo
8 Ogooué-Maritime
9 Woleu-Ntem

GB
ABC Armagh City, Banbridge and Craigavon
ABD Aberdeenshire
ABE Aberdeen City
AGB Argyll and Bute
AGY Isle of Anglesey
AND Ards and North Down
ANN Antrim and Newtownabbey
ANS Angus
BAS Bath and North East Somerset
BBD Blackburn with Darwen
BCP Bournemouth, Christchurch and Poole
BDF Bedford
BDG Barking and Dagenham
BEN Brent
BEX Bexley
BFS Belfast City
BGE Bridgend
BGW Blaenau Gwent
BIR Birmingham
BKM Buckinghamshire
BNE Barnet
BNH Brighton and Hove
BNS Barnsley
BOL Bolton
BPL Blackpool
BRC Bracknell Forest
BRD Bradford
BRY Bromley
BST Bristol, City of
BUR Bury
CAM Cambridgeshire
CAY Caerphilly
CBF Central Bedfordshire
CCG Causeway Coast and Glens
CGN Ceredigion
CHE Cheshire East
CHW Cheshire West and Chester
CLD Calderdale
CLK Clackmannanshire
CMA Cumbria
CMD Camden
CMN Carmarthenshire
CON Cornwall
COV Coventry
CRF Cardiff
CRY Croydon
CWY Conwy
DAL Darlington
DBY Derbyshire
DEN Denbighshire
DER Derby
DEV Devon
DGY Dumfries and Galloway
DNC Doncaster
DND Dundee City
DOR Dorset
DRS Derry and Strabane
DUD Dudley
DUR Durham, County
EAL Ealing
EAW England and Wales
EAY East Ayrshire
EDH Edinburgh, City of
EDU East Dunbartonshire
ELN East Lothian
ELS Eilean Siar
ENF Enfield
ENG England
ERW East Renfrewshire
ERY East Riding of Yorkshire
ESS Essex
ESX East Sussex
FAL Falkirk
FIF Fife
FLN Flintshire
FMO Fermanagh and Omagh
GAT Gateshead
GBN Great Britain
GLG Glasgow City
GLS Gloucestershire
GRE Greenwich
GWN Gwynedd
HAL Halton
HAM Hampshire
HAV Havering
HCK Hackney
HEF Herefordshire
HIL Hillingdon
HLD Highland
HMF Hammersmith and Fulham
HNS Hounslow
HPL Hartlepool
HRT Hertfordshire
HRW Harrow
HRY Haringey
IOS Isles of Scilly
IOW Isle of Wight
ISL Islington
IVC Inverclyde
KEC Kensington and Chelsea
KEN Kent
KHL Kingston upon Hull
KIR Kirklees
KTT Kingston upon Thames
KWL Knowsley
LAN Lancashire
LBC Lisburn and Castlereagh
LBH Lambeth
LCE Leicester
LDS Leeds
LEC Leicestershire
LEW Lewisham
LIN Lincolnshire
LIV Liverpool
LND London
LUT Luton
MAN Manchester
MDB Middlesbrough
MDW Medway
MEA Mid and East Antrim
MIK Milton Keynes
MLN Midlothian
MON Monmouthshire
MRT Merton
MRY Moray
MTY Merthyr Tydfil
MUL Mid-Ulster
NAY North Ayrshire
NBL Northumberland
NEL North East Lincolnshire
NET Newcastle upon Tyne
NFK Norfolk
NGM Nottingham
NIR Northern Ireland
NLK North Lanarkshire
NLN North Lincolnshire
NMD Newry, Mourne and Down
NNH North Northamptonshire
NSM North Somerset
NTL Neath Port Talbot
NTT Nottinghamshire
NTY North Tyneside
NWM Newham
NWP Newport
NYK North Yorkshire
OLD Oldham
ORK Orkney Islands
OXF Oxfordshire
PEM Pembrokeshire
PKN Perth and Kinross
PLY Plymouth
POR Portsmouth
POW Powys
PTE Peterborough
RCC Redcar and Cleveland
RCH Rochdale
RCT Rhondda Cynon Taff
RDB Redbridge
RDG Reading
RFW Renfrewshire
RIC Richmond upon Thames
ROT Rotherham
RUT Rutland
SAW Sandwell
SAY South Ayrshire
SCB Scottish Borders
SCT Scotland
SFK Suffolk
SFT Sefton
SGC South Gloucestershire
SHF Sheffield
SHN St. Helens
SHR Shropshire
SKP Stockport
SLF Salford
SLG Slough
SLK South Lanarkshire
SND Sunderland
SOL Solihull
SOM Somerset
SOS Southend-on-Sea
SRY Surrey
STE Stoke-on-Trent
STG Stirling
STH Southampton
STN Sutton
STS Staffordshire
STT Stockton-on-Tees
STY South Tyneside
SWA Swansea
SWD Swindon
SWK Southwark
TAM Tameside
TFW Telford and Wrekin
THR Thurrock
TOB Torbay
TOF Torfaen
TRF Trafford
TWH Tower Hamlets
UKM United Kingdom
VGL Vale of Glamorgan, The
WAR Warwickshire
WBK West Berkshire
WDU West Dunbartonshire
WFT Waltham Forest
WGN Wigan
WIL Wiltshire
WKF Wakefield
WLL Walsall
WLN West Lothian
WLS Wales
WLV Wolverhampton
WND Wandsworth
WNH West Northamptonshire
WNM Windsor and Maidenhead
WOK Wokingham
WOR Worcestershire
WRL Wirral
WRT Warrington
WRX Wrexham
WSM Westminster
WSX West Sussex
YOR York
ZET Shetland Islands
ANT Antrim
ARD Ards
ARM Armagh
BLA Ballymena
BLY Ballymoney
BMH Bournemouth
BNB Banbridge
BRK Berkshire
CGV Craigavon
CKF Carrickfergus
CKT Cookstown
CLR Coleraine
CSR Castlereagh
DGN Dungannon and South Tyrone
DOW Down
DRY Derry
FER Fermanagh
LMV Limavady
LRN Larne
LSB Lisburn
MFT Magherafelt
MYL Moyle
NDN North Down
NTA Newtownabbey
NTH Northamptonshire
NYM Newry and Mourne
OMH Omagh
POL Poole
STB Strabane

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
