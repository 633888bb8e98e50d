using System.Diagnostics.CodeAnalysis;

// Collectors that find the symbols of this assembly would count it among the program's own code, and change it.
#pragma warning disable CS0436 // On netstandard2.0 the attribute of Polyfills.cs: the other one may not stand on an assembly.
[assembly: ExcludeFromCodeCoverage]
#pragma warning restore CS0436
