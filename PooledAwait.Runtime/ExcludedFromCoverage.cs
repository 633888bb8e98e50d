using System.Diagnostics.CodeAnalysis;

// Without this attribute, coverage collectors that find this assembly's symbols would count the assembly as the program's own code, and instrument it.
// On netstandard2.0, the attribute is the one of Polyfills.cs, because the framework's own attribute cannot be applied to an assembly.
#pragma warning disable CS0436
[assembly: ExcludeFromCodeCoverage]
#pragma warning restore CS0436
