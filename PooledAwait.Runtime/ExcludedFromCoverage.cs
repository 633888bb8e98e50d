using System.Diagnostics.CodeAnalysis;

// Coverage collectors that find the symbols of this assembly would count it as the program's own code, and change it.
#pragma warning disable CS0436 // On netstandard2.0 this is the attribute of Polyfills.cs, because the other one cannot be applied to an assembly.
[assembly: ExcludeFromCodeCoverage]
#pragma warning restore CS0436
