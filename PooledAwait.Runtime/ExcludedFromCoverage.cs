using System.Diagnostics.CodeAnalysis;

// Without this attribute, coverage collectors that find this assembly's symbols would count the assembly as the program's own code, and instrument it.
#pragma warning disable CS0436 // On netstandard2.0, this is the attribute of Polyfills.cs, because the framework's own cannot be applied to an assembly.
[assembly: ExcludeFromCodeCoverage]
#pragma warning restore CS0436
